/** The rule book of classic. */

import { find, type RuleBook } from "../../learn/text";
import type { RulePages } from "../game";
import Figure from "./Figure.svelte";

const BOOKS = import.meta.glob<RuleBook>("./rules/*.json", { import: "default" });

export const rulebook: RulePages = { Figure, book: (locale) => find(BOOKS, "rules/book", locale) };

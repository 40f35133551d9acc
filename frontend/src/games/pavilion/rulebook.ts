/** The rules of pavilion, to be read. */

import { find, type RuleBook } from "../../learn/text";
import type { Rulebook } from "../game";
import Figure from "./Figure.svelte";

const BOOKS = import.meta.glob<RuleBook>("./rules/*.json", { import: "default" });

export const rulebook: Rulebook = { Figure, book: (locale) => find(BOOKS, "rules/book", locale) };

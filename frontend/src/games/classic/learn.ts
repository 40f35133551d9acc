/** What there is to learn of classic. */

import { m } from "../../paraglide/messages";
import type { Learn } from "../game";
import lessons from "./lessons.json";

export const learn: Learn = {
  text: m.learn_classic_text,
  lessonsOf: m.learn_lessons_of_classic,
  rulesOf: m.learn_rules_of_classic,
  lessons: lessons.map(({ id }) => id),
};

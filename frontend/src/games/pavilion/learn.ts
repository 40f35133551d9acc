/** What there is to learn of pavilion. */

import { m } from "../../paraglide/messages";
import type { Learn } from "../game";
import lessons from "./lessons.json";

export const learn: Learn = {
  text: m.learn_pavilion_text,
  lessonsOf: m.learn_lessons_of_pavilion,
  rulesOf: m.learn_rules_of_pavilion,
  lessons: lessons.map(({ id }) => id),
};

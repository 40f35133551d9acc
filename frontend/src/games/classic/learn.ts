/** Ways to learn classic. */

import { m } from "../../paraglide/messages";
import type { Lessons } from "../game";
import lessons from "./lessons.json";

export const learn: Lessons = {
  text: m.learn_classic_text,
  lessonsOf: m.learn_lessons_of_classic,
  rulesOf: m.learn_rules_of_classic,
  lessons: lessons.map(({ id }) => id),
};

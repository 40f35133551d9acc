/** Ways to learn pavilion. */

import { m } from "../../paraglide/messages";
import type { Lessons } from "../game";
import lessons from "./lessons.json";

export const learn: Lessons = {
  text: m.learn_pavilion_text,
  lessonsOf: m.learn_lessons_of_pavilion,
  rulesOf: m.learn_rules_of_pavilion,
  lessons: lessons.map(({ id }) => id),
};

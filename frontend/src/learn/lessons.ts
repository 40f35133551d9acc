/** The lessons of both games: positions, tasks, and what is said to a move. */

import type { Rules } from "../lib/view";
import { m } from "../paraglide/messages";
import all from "./lessons.json";

/** A pattern of moves and what is said to them; tests check the `worth` that the words promise. */
export interface Reply {
  move: string;
  text: string;
  worth?: number;
}

export interface Task {
  task: string;
  accept: Reply[];
  hints: Reply[]; // moves that are legal but not meant, the first pattern that fits
  times?: number; // so many moves in a row, else one
  then?: string[]; // what the opponent answers; "?" is nature
}

export interface Lesson {
  id: string;
  position: string;
  title: string;
  text: string;
  tasks: Task[];
}

export const LESSONS: Record<Rules, Lesson[]> = all;

/** Every text of lessons.json. */
export const WORDS: Record<string, () => string> = {
  lesson_c_take_title: m.lesson_c_take_title,
  lesson_c_take_text: m.lesson_c_take_text,
  lesson_c_take_task: m.lesson_c_take_task,
  lesson_c_take_right: m.lesson_c_take_right,
  lesson_c_take_hinta: m.lesson_c_take_hinta,
  lesson_c_take_hintb: m.lesson_c_take_hintb,
  lesson_c_take_hintc: m.lesson_c_take_hintc,
  lesson_c_rest_title: m.lesson_c_rest_title,
  lesson_c_rest_text: m.lesson_c_rest_text,
  lesson_c_rest_task: m.lesson_c_rest_task,
  lesson_c_rest_right: m.lesson_c_rest_right,
  lesson_c_rest_hinta: m.lesson_c_rest_hinta,
  lesson_c_rest_hintb: m.lesson_c_rest_hintb,
  lesson_c_rest_hintc: m.lesson_c_rest_hintc,
  lesson_c_rest_hintd: m.lesson_c_rest_hintd,
  lesson_c_line_title: m.lesson_c_line_title,
  lesson_c_line_text: m.lesson_c_line_text,
  lesson_c_line_task: m.lesson_c_line_task,
  lesson_c_line_right: m.lesson_c_line_right,
  lesson_c_line_hinta: m.lesson_c_line_hinta,
  lesson_c_line_hintb: m.lesson_c_line_hintb,
  lesson_c_line_hintc: m.lesson_c_line_hintc,
  lesson_c_line_hintd: m.lesson_c_line_hintd,
  lesson_c_closed_title: m.lesson_c_closed_title,
  lesson_c_closed_text: m.lesson_c_closed_text,
  lesson_c_closed_task: m.lesson_c_closed_task,
  lesson_c_closed_right: m.lesson_c_closed_right,
  lesson_c_closed_hinta: m.lesson_c_closed_hinta,
  lesson_c_closed_hintb: m.lesson_c_closed_hintb,
  lesson_c_closed_hintc: m.lesson_c_closed_hintc,
  lesson_c_overflow_title: m.lesson_c_overflow_title,
  lesson_c_overflow_text: m.lesson_c_overflow_text,
  lesson_c_overflow_task: m.lesson_c_overflow_task,
  lesson_c_overflow_right: m.lesson_c_overflow_right,
  lesson_c_overflow_hinta: m.lesson_c_overflow_hinta,
  lesson_c_overflow_hintb: m.lesson_c_overflow_hintb,
  lesson_c_overflow_hintc: m.lesson_c_overflow_hintc,
  lesson_c_marker_title: m.lesson_c_marker_title,
  lesson_c_marker_text: m.lesson_c_marker_text,
  lesson_c_marker_task: m.lesson_c_marker_task,
  lesson_c_marker_right: m.lesson_c_marker_right,
  lesson_c_marker_hinta: m.lesson_c_marker_hinta,
  lesson_c_marker_hintb: m.lesson_c_marker_hintb,
  lesson_c_marker_hintc: m.lesson_c_marker_hintc,
  lesson_c_marker_hintd: m.lesson_c_marker_hintd,
  lesson_c_tiling_title: m.lesson_c_tiling_title,
  lesson_c_tiling_text: m.lesson_c_tiling_text,
  lesson_c_tiling_task: m.lesson_c_tiling_task,
  lesson_c_tiling_right: m.lesson_c_tiling_right,
  lesson_c_tiling_hinta: m.lesson_c_tiling_hinta,
  lesson_c_tiling_hintb: m.lesson_c_tiling_hintb,
  lesson_c_score_title: m.lesson_c_score_title,
  lesson_c_score_text: m.lesson_c_score_text,
  lesson_c_score_task: m.lesson_c_score_task,
  lesson_c_score_right: m.lesson_c_score_right,
  lesson_c_score_hinta: m.lesson_c_score_hinta,
  lesson_c_score_hintb: m.lesson_c_score_hintb,
  lesson_c_score_hintc: m.lesson_c_score_hintc,
  lesson_c_score_hintd: m.lesson_c_score_hintd,
  lesson_c_floor_title: m.lesson_c_floor_title,
  lesson_c_floor_text: m.lesson_c_floor_text,
  lesson_c_floor_task: m.lesson_c_floor_task,
  lesson_c_floor_right: m.lesson_c_floor_right,
  lesson_c_floor_hinta: m.lesson_c_floor_hinta,
  lesson_c_floor_hintb: m.lesson_c_floor_hintb,
  lesson_c_floor_hintc: m.lesson_c_floor_hintc,
  lesson_c_floor_hintd: m.lesson_c_floor_hintd,
  lesson_c_end_title: m.lesson_c_end_title,
  lesson_c_end_text: m.lesson_c_end_text,
  lesson_c_end_task: m.lesson_c_end_task,
  lesson_c_end_right: m.lesson_c_end_right,
  lesson_c_end_hinta: m.lesson_c_end_hinta,
  lesson_c_bonus_title: m.lesson_c_bonus_title,
  lesson_c_bonus_text: m.lesson_c_bonus_text,
  lesson_c_bonus_task: m.lesson_c_bonus_task,
  lesson_c_bonus_right: m.lesson_c_bonus_right,
  lesson_c_bonus_hinta: m.lesson_c_bonus_hinta,
  lesson_c_bonus_hintb: m.lesson_c_bonus_hintb,
  lesson_c_bonus_hintc: m.lesson_c_bonus_hintc,
  lesson_c_grey_title: m.lesson_c_grey_title,
  lesson_c_grey_text: m.lesson_c_grey_text,
  lesson_c_grey_task: m.lesson_c_grey_task,
  lesson_c_grey_right: m.lesson_c_grey_right,
  lesson_c_grey_hinta: m.lesson_c_grey_hinta,
  lesson_p_take_title: m.lesson_p_take_title,
  lesson_p_take_text: m.lesson_p_take_text,
  lesson_p_take_task: m.lesson_p_take_task,
  lesson_p_take_right: m.lesson_p_take_right,
  lesson_p_take_hinta: m.lesson_p_take_hinta,
  lesson_p_take_hintb: m.lesson_p_take_hintb,
  lesson_p_joker_title: m.lesson_p_joker_title,
  lesson_p_joker_text: m.lesson_p_joker_text,
  lesson_p_joker_task: m.lesson_p_joker_task,
  lesson_p_joker_right: m.lesson_p_joker_right,
  lesson_p_joker_hinta: m.lesson_p_joker_hinta,
  lesson_p_marker_title: m.lesson_p_marker_title,
  lesson_p_marker_text: m.lesson_p_marker_text,
  lesson_p_marker_task: m.lesson_p_marker_task,
  lesson_p_marker_right: m.lesson_p_marker_right,
  lesson_p_marker_hinta: m.lesson_p_marker_hinta,
  lesson_p_marker_hintb: m.lesson_p_marker_hintb,
  lesson_p_pay_title: m.lesson_p_pay_title,
  lesson_p_pay_text: m.lesson_p_pay_text,
  lesson_p_pay_task: m.lesson_p_pay_task,
  lesson_p_pay_right: m.lesson_p_pay_right,
  lesson_p_pay_hinta: m.lesson_p_pay_hinta,
  lesson_p_pay_hintb: m.lesson_p_pay_hintb,
  lesson_p_pay_hintc: m.lesson_p_pay_hintc,
  lesson_p_jokers_title: m.lesson_p_jokers_title,
  lesson_p_jokers_text: m.lesson_p_jokers_text,
  lesson_p_jokers_task: m.lesson_p_jokers_task,
  lesson_p_jokers_right: m.lesson_p_jokers_right,
  lesson_p_jokers_hinta: m.lesson_p_jokers_hinta,
  lesson_p_jokers_hintb: m.lesson_p_jokers_hintb,
  lesson_p_jokers_hintc: m.lesson_p_jokers_hintc,
  lesson_p_jokers_hintd: m.lesson_p_jokers_hintd,
  lesson_p_centre_title: m.lesson_p_centre_title,
  lesson_p_centre_text: m.lesson_p_centre_text,
  lesson_p_centre_task: m.lesson_p_centre_task,
  lesson_p_centre_right: m.lesson_p_centre_right,
  lesson_p_centre_hinta: m.lesson_p_centre_hinta,
  lesson_p_centre_hintb: m.lesson_p_centre_hintb,
  lesson_p_run_title: m.lesson_p_run_title,
  lesson_p_run_text: m.lesson_p_run_text,
  lesson_p_run_task: m.lesson_p_run_task,
  lesson_p_run_right: m.lesson_p_run_right,
  lesson_p_run_hinta: m.lesson_p_run_hinta,
  lesson_p_run_hintb: m.lesson_p_run_hintb,
  lesson_p_run_hintc: m.lesson_p_run_hintc,
  lesson_p_run_hintd: m.lesson_p_run_hintd,
  lesson_p_window_title: m.lesson_p_window_title,
  lesson_p_window_text: m.lesson_p_window_text,
  lesson_p_window_task: m.lesson_p_window_task,
  lesson_p_window_right: m.lesson_p_window_right,
  lesson_p_window_hinta: m.lesson_p_window_hinta,
  lesson_p_window_hintb: m.lesson_p_window_hintb,
  lesson_p_window_hintc: m.lesson_p_window_hintc,
  lesson_p_window_task2: m.lesson_p_window_task2,
  lesson_p_window_right2: m.lesson_p_window_right2,
  lesson_p_statue_title: m.lesson_p_statue_title,
  lesson_p_statue_text: m.lesson_p_statue_text,
  lesson_p_statue_task: m.lesson_p_statue_task,
  lesson_p_statue_right: m.lesson_p_statue_right,
  lesson_p_statue_hinta: m.lesson_p_statue_hinta,
  lesson_p_statue_hintb: m.lesson_p_statue_hintb,
  lesson_p_statue_task2: m.lesson_p_statue_task2,
  lesson_p_statue_right2: m.lesson_p_statue_right2,
  lesson_p_pass_title: m.lesson_p_pass_title,
  lesson_p_pass_text: m.lesson_p_pass_text,
  lesson_p_pass_task: m.lesson_p_pass_task,
  lesson_p_pass_right: m.lesson_p_pass_right,
  lesson_p_pass_hinta: m.lesson_p_pass_hinta,
  lesson_p_pass_hintb: m.lesson_p_pass_hintb,
  lesson_p_pass_hintc: m.lesson_p_pass_hintc,
  lesson_p_spare_title: m.lesson_p_spare_title,
  lesson_p_spare_text: m.lesson_p_spare_text,
  lesson_p_spare_task: m.lesson_p_spare_task,
  lesson_p_spare_right: m.lesson_p_spare_right,
  lesson_p_spare_hinta: m.lesson_p_spare_hinta,
  lesson_p_spare_hintb: m.lesson_p_spare_hintb,
  lesson_p_spare_hintc: m.lesson_p_spare_hintc,
  lesson_p_spare_task2: m.lesson_p_spare_task2,
  lesson_p_spare_right2: m.lesson_p_spare_right2,
  lesson_p_spare_hint2a: m.lesson_p_spare_hint2a,
  lesson_p_spare_hint2b: m.lesson_p_spare_hint2b,
  lesson_p_end_title: m.lesson_p_end_title,
  lesson_p_end_text: m.lesson_p_end_text,
  lesson_p_end_task: m.lesson_p_end_task,
  lesson_p_end_right: m.lesson_p_end_right,
  lesson_p_end_hinta: m.lesson_p_end_hinta,
  lesson_p_end_hintb: m.lesson_p_end_hintb,
  lesson_p_end_task2: m.lesson_p_end_task2,
  lesson_p_end_right2: m.lesson_p_end_right2,
};

export const say = (name: string): string => WORDS[name]?.() ?? "";

export interface Verdict {
  right: boolean;
  text: string;
}

/** Is this the move that was asked for, and what is said to it? */
export function judge(task: Task, move: string): Verdict {
  const fits = (reply: Reply) => new RegExp(reply.move).test(move);
  const right = task.accept.find(fits);
  return { right: !!right, text: say((right ?? task.hints.find(fits))?.text ?? "") };
}

/** The first of some moves that fits a pattern. */
export const first = (pattern: string, moves: string[]): string | undefined =>
  moves.find((move) => new RegExp(pattern).test(move));

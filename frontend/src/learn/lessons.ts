/** Lessons: positions, tasks, and what is said to a move. */

/** A pattern of moves and what is said to them; tests check the `worth` that the words promise. */
export interface Reply<Text = () => string> {
  move: string;
  text: Text;
  worth?: number;
}

export interface Task<Text = () => string> {
  task: Text;
  accept: Reply<Text>[];
  hints: Reply<Text>[]; // moves that are legal but not meant, the first pattern that fits
  times?: number; // so many moves in a row, else one
  then?: string[]; // what the opponent answers; "?" is nature
}

export interface Lesson<Text = () => string> {
  id: string;
  position: string;
  title: Text;
  text: Text;
  tasks: Task<Text>[];
}

/** Lessons with words in the place of their names. */
export function spoken(lessons: Lesson<string>[], words: Record<string, () => string>): Lesson[] {
  const say = (name: string) => words[name] ?? (() => "");
  const reply = (one: Reply<string>): Reply => ({ ...one, text: say(one.text) });
  return lessons.map((lesson) => ({
    ...lesson,
    title: say(lesson.title),
    text: say(lesson.text),
    tasks: lesson.tasks.map((task) => ({
      ...task,
      task: say(task.task),
      accept: task.accept.map(reply),
      hints: task.hints.map(reply),
    })),
  }));
}

export interface Verdict {
  right: boolean;
  text: string;
}

/** Is this the move that was asked for, and what is said to it? */
export function judge(task: Task, move: string): Verdict {
  const fits = (reply: Reply) => new RegExp(reply.move).test(move);
  const right = task.accept.find(fits);
  return { right: !!right, text: (right ?? task.hints.find(fits))?.text() ?? "" };
}

/** The first of some moves that fits a pattern. */
export const first = (pattern: string, moves: string[]): string | undefined =>
  moves.find((move) => new RegExp(pattern).test(move));

/** Lessons: positions, tasks, and comments on moves. */

/** A pattern of moves and the comment on them; tests check the `worth` that the text promises. */
export interface Reply<Text = () => string> {
  move: string;
  text: Text;
  worth?: number;
}

export interface Task<Text = () => string> {
  task: Text;
  accept: Reply<Text>[];
  hints: Reply<Text>[]; // for legal moves that miss the point; the first pattern that matches counts
  times?: number; // moves in a row, 1 by default
  then?: string[]; // the opponent's replies; "?" is nature
}

export interface Lesson<Text = () => string> {
  id: string;
  position: string;
  title: Text;
  text: Text;
  tasks: Task<Text>[];
}

/** Lessons with their texts in place of the names. */
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

export interface LessonVerdict {
  right: boolean;
  text: string;
}

/** Whether this is the move that was asked for, and the comment on it. */
export function judge(task: Task, move: string): LessonVerdict {
  const fits = (reply: Reply) => new RegExp(reply.move).test(move);
  const right = task.accept.find(fits);
  return { right: !!right, text: (right ?? task.hints.find(fits))?.text() ?? "" };
}

/** The first move that matches a pattern. */
export const first = (pattern: string, moves: string[]): string | undefined =>
  moves.find((move) => new RegExp(pattern).test(move));

/** A review as the server makes it: asked for, waited for, and what it says of a move. */

import { api, get, patiently } from "../lib/api";
import type { components } from "../lib/schema";

type Schemas = components["schemas"];
export type Review = Schemas["Review"];
export type Decision = Schemas["Decision"];
export type Reason = Schemas["Reason"];
export type Candidate = Schemas["Candidate"];
export type SeatReview = Schemas["SeatReview"];
export type Advice = Schemas["Hint"];
export type Analysis = Schemas["Analysis"];
export type State = Schemas["ReviewView"];
export type Grade = NonNullable<Decision["grade"]>;

export const GRADES: Grade[] = ["best", "good", "inaccuracy", "mistake", "blunder"];
const PAUSE = 700; // milliseconds between two looks at a review that is being made

/** Whether a grade is worth a second look. */
export const isSlip = (grade: Grade | null): boolean =>
  grade === "inaccuracy" || grade === "mistake" || grade === "blunder";

/** Ask for a review, and hear how far it is until it is done; `wait` hears that the search is not ready yet. */
export async function follow(
  id: string,
  hear: (state: State) => void,
  wait: () => void,
  signal: AbortSignal,
): Promise<void> {
  const params = { path: { id } };
  const ask = () => api.POST("/api/games/{id}/review", { params, signal });
  let state = await patiently(ask, wait, signal);
  hear(state);
  while (state.status !== "done") {
    await new Promise((wake) => setTimeout(wake, PAUSE));
    signal.throwIfAborted();
    state = await get(api.GET("/api/games/{id}/review", { params, signal }));
    hear(state);
  }
}

/** The decision that was made at a ply, if a seat moved there. */
export function decisionAt(review: Review, ply: number): Decision | null {
  const found = review.plies[ply - 1];
  return found?.kind === "decision" ? found : null;
}

/** The slips of a seat, the dearest first if wanted. */
export const slipsOf = (review: Review, seat: number): Decision[] =>
  review.plies.flatMap((ply) =>
    ply.kind === "decision" && ply.seat === seat && isSlip(ply.grade) ? [ply] : [],
  );

/** A review from the server: requested, awaited, and what it says about a move. */

import { api, get, patiently } from "../lib/api";
import type { Schemas } from "../lib/view";

export type Review = Schemas["Review"];
export type Decision = Schemas["Decision"];
export type Reason = Schemas["Reason"];
export type Candidate = Schemas["Candidate"];
export type SeatReview = Schemas["SeatReview"];
export type Advice = Schemas["Hint"];
export type Analysis = Schemas["Analysis"];
export type Rollout = Schemas["Rollout"];
export type ReviewView = Schemas["ReviewView"];
export type Grade = NonNullable<Decision["grade"]>;

export const GRADES: Grade[] = ["best", "good", "inaccuracy", "mistake", "blunder"];
const PAUSE = 700; // milliseconds between requests while a review is being made

/** Whether a grade is worth a second look. */
export const isSlip = (grade: Grade | null): boolean =>
  grade === "inaccuracy" || grade === "mistake" || grade === "blunder";

/** Ask for a review and report its progress; `wait` is called while the search is not ready. */
export async function follow(
  id: string,
  hear: (state: ReviewView) => void,
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

/** The decision at a ply, if a seat moved there. */
export function decisionAt(review: Review, ply: number): Decision | null {
  const found = review.plies[ply - 1];
  return found?.kind === "decision" ? found : null;
}

/** The slips of a seat, optionally the costliest first. */
export const slipsOf = (review: Review, seat: number): Decision[] =>
  review.plies.flatMap((ply) =>
    ply.kind === "decision" && ply.seat === seat && isSlip(ply.grade) ? [ply] : [],
  );

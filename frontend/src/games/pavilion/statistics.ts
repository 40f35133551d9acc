/** The statistics of finished games of pavilion, as a profile shows them. */

import { m } from "../../paraglide/messages";

export const statistics: Record<string, () => string> = {
  score: m.people_number_score,
  rounds: m.people_number_rounds,
  best_round: m.people_number_best_round,
  best_tile: m.people_number_best_tile,
  points_placements: m.people_number_points_placements,
  points_stars: m.people_number_points_stars,
  points_numbers: m.people_number_points_numbers,
  points_marker: m.people_number_points_marker,
  points_leftovers: m.people_number_points_leftovers,
  tiles_taken: m.people_number_tiles_taken,
  placements: m.people_number_placements,
  tiles_bonus: m.people_number_tiles_bonus,
  jokers_paid: m.people_number_jokers_paid,
  markers: m.people_number_markers,
  moves: m.people_number_moves,
};

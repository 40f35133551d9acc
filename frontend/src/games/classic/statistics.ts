/** The statistics of finished games of classic, as a profile shows them. */

import { m } from "../../paraglide/messages";

export const statistics: Record<string, () => string> = {
  score: m.people_number_score,
  rounds: m.people_number_rounds,
  best_round: m.people_number_best_round,
  best_tile: m.people_number_best_tile,
  points_tiles: m.people_number_points_tiles,
  points_rows: m.people_number_points_rows,
  points_columns: m.people_number_points_columns,
  points_colors: m.people_number_points_colors,
  points_floor: m.people_number_points_floor,
  tiles_taken: m.people_number_tiles_taken,
  tiles_wall: m.people_number_tiles_wall,
  tiles_floor: m.people_number_tiles_floor,
  markers: m.people_number_markers,
  moves: m.people_number_moves,
};

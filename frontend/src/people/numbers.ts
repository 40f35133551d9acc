/** Which numbers of finished games a profile shows, in which order and words. */

import { m } from "../paraglide/messages";

const NAMES: Record<string, () => string> = {
  score: m.people_number_score,
  rounds: m.people_number_rounds,
  best_round: m.people_number_best_round,
  best_tile: m.people_number_best_tile,
  points_tiles: m.people_number_points_tiles,
  points_rows: m.people_number_points_rows,
  points_columns: m.people_number_points_columns,
  points_colors: m.people_number_points_colors,
  points_floor: m.people_number_points_floor,
  points_placements: m.people_number_points_placements,
  points_stars: m.people_number_points_stars,
  points_numbers: m.people_number_points_numbers,
  points_marker: m.people_number_points_marker,
  points_leftovers: m.people_number_points_leftovers,
  tiles_taken: m.people_number_tiles_taken,
  tiles_wall: m.people_number_tiles_wall,
  tiles_floor: m.people_number_tiles_floor,
  placements: m.people_number_placements,
  tiles_bonus: m.people_number_tiles_bonus,
  jokers_paid: m.people_number_jokers_paid,
  markers: m.people_number_markers,
  moves: m.people_number_moves,
};

/** The numbers that have a name, with it. */
export function named<Value>(numbers: Record<string, Value>): { name: string; value: Value }[] {
  return Object.entries(NAMES).flatMap(([key, name]) => {
    const value = numbers[key];
    return value === undefined ? [] : [{ name: name(), value }];
  });
}

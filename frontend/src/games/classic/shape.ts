/** Where everything goes, in pixels: the ring of factories and a board. */

import constants from "./constants.json";

export interface Point {
  x: number;
  y: number;
}

export interface Ring {
  middle: Point;
  radius: number; // of the ring
  plate: number; // radius of a plate
  tile: number;
  dish: number; // radius of the centre
  plates: (Point & { label: Point })[];
  slots: Point[]; // of the colours in the centre
  slot: number; // their width
}

export const SIZE = 5; // of a wall
const SHARE: Record<number, number> = { 5: 0.4, 7: 0.35, 9: 0.305 };
const EDGE = 6;

/** Factory 1 at the top, then clockwise; the places depend only on the space there is. */
export function ring(factories: number, width: number, height: number): Ring {
  const share = SHARE[factories] ?? 0.3;
  const turn = (number: number) => (2 * Math.PI * number) / factories - Math.PI / 2;
  const reach = Math.max(...Array.from({ length: factories }, (_, i) => Math.cos(turn(i))));
  const below = Math.cos(Math.PI / factories);
  const radius = Math.max(
    40,
    Math.min(
      300,
      (height - 2 * EDGE) / (1 + below + 2 * share),
      (width - 2 * EDGE) / (2 * reach + 2 * share),
    ),
  );
  const plate = Math.min(share * radius, 104);
  const tall = radius * (1 + below) + 2 * plate;
  const middle = { x: width / 2, y: (height - tall) / 2 + radius + plate };
  const plates = Array.from({ length: factories }, (_, i) => {
    const [x, y] = [middle.x + radius * Math.cos(turn(i)), middle.y + radius * Math.sin(turn(i))];
    const away = (plate + 9) * Math.SQRT1_2;
    const side = x < middle.x - 1 ? -1 : 1;
    const down = Math.sin(turn(i)) > 0.75 ? 1 : -1;
    return { x, y, label: { x: x + side * away, y: y + down * away } };
  });
  const dish = radius - plate - Math.max(7, radius * 0.05);
  const around = dish * 0.6;
  const slots = Array.from({ length: 5 }, (_, color) => {
    const angle = (2 * Math.PI * color) / 5 - Math.PI / 2;
    return { x: middle.x + around * Math.cos(angle), y: middle.y + around * Math.sin(angle) };
  });
  const slot = 2 * around * Math.sin(Math.PI / 5);
  return { middle, radius, plate, tile: plate * 0.6, dish, plates, slots, slot };
}

export interface BoardShape {
  wide: boolean; // the chips have a gutter of their own
  tile: number;
  pitch: number;
  lines: number; // x of the leftmost space of line 5
  wall: number; // x of column 1
  width: number;
  height: number;
  floor: Point & { tile: number; pitch: number };
}

/** A board as wide as the space allows; small ones have no symbols beside the tiles. */
export function board(width: number, small = false): BoardShape {
  const wide = !small && width >= 540;
  const tile = small
    ? width / 12.1
    : wide
      ? Math.min(54, (width * 54) / 714)
      : Math.min(46, width / 11.42);
  const pitch = tile * (wide ? 62 / 54 : small ? 1.16 : 34 / 31);
  const lines = wide ? tile * (56 / 54) : 0;
  const wall = lines + 4 * pitch + tile * (wide ? 1 + 26 / 54 : small ? 1.42 : 1.645);
  const bottom = 5 * pitch;
  const floor = wide
    ? { x: lines, y: bottom + tile * 0.7, tile: tile * 0.84, pitch: pitch * 0.909 }
    : small
      ? { x: 0, y: bottom + tile * 0.55, tile, pitch }
      : { x: 3, y: bottom + 17, tile: tile * 0.84, pitch: pitch * 0.94 };
  return {
    wide,
    tile,
    pitch,
    lines,
    wall,
    width: wall + 4 * pitch + tile + (wide ? tile * 0.5 : 0),
    height: floor.y + floor.tile + (small ? 0 : 5),
    floor,
  };
}

/** The colour printed on a space of the coloured wall. */
export const printed = (row: number, column: number): number =>
  constants.printed[SIZE * row + column] ?? -1;

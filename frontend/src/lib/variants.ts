/** The variants of both games, in words. */

import { m } from "../paraglide/messages";

const VARIANTS: Record<string, () => string> = {
  "wall=coloured": m.wall_coloured,
  "wall=grey": m.wall_grey,
  "board=coloured": m.board_coloured,
  "board=neutral": m.board_neutral,
  "edition=2019": m.edition_2019,
  "edition=mini": m.edition_mini,
};

/** "Grey wall" */
export const variant = (option: string, value: string): string =>
  VARIANTS[`${option}=${value}`]?.() ?? value;

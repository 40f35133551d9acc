/** The variants of both games, in words. */

import { m } from "../paraglide/messages";

const VARIANTS: Record<string, () => string> = {
  "wall=coloured": m.home_wall_coloured,
  "wall=grey": m.home_wall_grey,
  "board=coloured": m.home_board_coloured,
  "board=neutral": m.home_board_neutral,
  "edition=2019": m.home_edition_2019,
  "edition=mini": m.home_edition_mini,
};

/** "Grey wall" */
export const variant = (option: string, value: string): string =>
  VARIANTS[`${option}=${value}`]?.() ?? value;

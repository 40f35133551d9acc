/** The kinds of points, in words. */

import { m } from "../paraglide/messages";
import type { Kind } from "./sheet";

const NAMES: Record<Kind, () => string> = {
  tiles: m.kind_tiles,
  loss: m.kind_loss,
  row: m.kind_row,
  column: m.kind_column,
  color: m.kind_color,
  star: m.kind_star,
  number: m.kind_number,
};

export const kindName = (kind: Kind): string => NAMES[kind]();

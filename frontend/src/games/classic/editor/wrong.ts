/** What can be wrong with a position of classic alone. */

import { m } from "../../../paraglide/messages";
import { any, type Sentences } from "../../game";

export const wrong = any<Sentences>({
  floor: m.classic_wrong_floor,
  line_holds: m.classic_wrong_line_holds,
  printed: m.classic_wrong_printed,
  row_twice: m.classic_wrong_row_twice,
  column_twice: m.classic_wrong_column_twice,
  tiled: m.classic_wrong_tiled,
  complete_row: m.classic_wrong_complete_row,
  not_over: m.classic_wrong_not_over,
  no_tiles: m.classic_wrong_no_tiles,
  no_column: m.classic_wrong_no_column,
});

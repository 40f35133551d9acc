/** What can be wrong with a position of classic alone. */

import { m } from "../../../paraglide/messages";
import { any, type Sentences } from "../../game";

export const wrong = any<Sentences>({
  floor: m.editor_wrong_c_floor,
  line_holds: m.editor_wrong_c_line_holds,
  printed: m.editor_wrong_c_printed,
  row_twice: m.editor_wrong_c_row_twice,
  column_twice: m.editor_wrong_c_column_twice,
  tiled: m.editor_wrong_c_tiled,
  complete_row: m.editor_wrong_c_complete_row,
  not_over: m.editor_wrong_c_not_over,
  no_tiles: m.editor_wrong_c_no_tiles,
  no_column: m.editor_wrong_c_no_column,
});

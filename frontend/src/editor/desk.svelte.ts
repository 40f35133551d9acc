/** The state of the editor: the draft, its undo history, and what the server says about it. */

import type { Rules } from "../games";
import type { PositionEditor } from "../games/game";
import { api, get, Refused } from "../lib/api";
import type { Position, State } from "../lib/view";
import { changed, type Draft, fillBag, fresh, isWhole } from "./model";
import { fieldOf, parse, print } from "./notation";
import { tell } from "./wrong";

export interface PositionProblem {
  field: string; // a field of the position text, "tiles", or "" if it names none
  text: string; // the server's message, in English
  told: () => string; // the same in the reader's language; "" if there is no sentence for it
}

/** Ask the server what it knows about a position after some moves. */
export async function look(position: string, moves: string[] = []): Promise<Position> {
  return (await get(api.POST("/api/positions", { body: { position, moves } }))) as Position;
}

export class Desk {
  draft = $state.raw() as Draft;
  brush = $state(0); // the colour to place
  follow = $state(true); // the bag holds whatever lies nowhere else
  board = $state(0); // the seat whose board is open
  found = $state.raw<Position | null>(null);
  problem = $state.raw<PositionProblem | null>(null);
  offline = $state(false);
  #past = $state.raw<Draft[]>([]);
  #future = $state.raw<Draft[]>([]);
  #asked = 0;

  text = $derived(print(this.draft));
  canUndo = $derived(this.#past.length > 0);
  canRedo = $derived(this.#future.length > 0);

  constructor(readonly games: readonly PositionEditor[]) {
    this.draft = this.fresh(games[0]?.rules ?? "");
  }

  get rules(): Rules {
    return this.draft.game.rules as Rules;
  }

  /** The start of a game. */
  fresh(rules: string, players = 2): Draft {
    const game = this.games.find((one) => one.rules === rules);
    if (!game) throw new RangeError(`no game ${rules}`);
    return fresh(game, players);
  }

  /** Edit a copy of the state in place. */
  edit<S extends State = State>(change: (state: S) => void): void {
    this.set(changed(this.draft, change));
  }

  /** Change the draft; the bag follows if that is switched on. */
  set(draft: Draft): void {
    this.#show(this.follow ? fillBag(draft) : draft);
  }

  /** Change the draft, and leave the bag as given. */
  setBag(draft: Draft): void {
    this.follow = false;
    this.#show(draft);
  }

  /** Start with another draft; the bag follows if no tile is missing. */
  begin(draft: Draft): void {
    this.follow = isWhole(draft);
    this.#show(draft);
  }

  /** Open a text with an empty history, or throw `Unreadable`. */
  open(text: string): void {
    const draft = parse(text, this.games);
    this.follow = isWhole(draft);
    this.#take(draft);
  }

  /** Read a text, or throw `Unreadable`. */
  load(text: string): void {
    this.begin(parse(text, this.games));
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.draft];
    this.#take(before);
  }

  redo(): void {
    const after = this.#future.at(-1);
    if (!after) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.draft];
    this.#take(after);
  }

  #show(draft: Draft): void {
    if (print(draft) === this.text) return;
    this.#past = [...this.#past, this.draft].slice(-200);
    this.#future = [];
    this.#take(draft);
  }

  #take(draft: Draft): void {
    if (draft.game !== this.draft.game) this.brush = 0;
    this.draft = draft;
    this.board = Math.min(this.board, draft.state.players.length - 1);
  }

  /** Ask the server whether the position is possible. */
  async check(): Promise<void> {
    const asked = ++this.#asked;
    const { game } = this.draft;
    let found: Position | null = null;
    let problem: PositionProblem | null = null;
    let offline = false;
    try {
      found = await look(this.text);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === "position")
        problem = {
          field: fieldOf(error.message),
          text: error.message,
          told: () => tell(game, error.why),
        };
      else offline = true;
    }
    if (asked !== this.#asked) return;
    this.found = found;
    this.problem = problem;
    this.offline = offline;
  }
}

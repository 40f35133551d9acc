/** The link to a table: one socket that comes back by itself, and moves that are sent until they count. */

import { joined } from "./log";
import { me } from "./me.svelte";
import type { Frame, Message, Played, Refusal, Said } from "./view";

export type Request = Record<string, string | number | boolean>;
const PATIENCE = 25_000; // silence after which we ask whether the server is still there
const COMPLAINT = 8000; // how long a refusal is shown
const TROUBLE = new Set(["unavailable", "busy"]); // what the server could not do just then
const SOON = 1500; // until it is asked again
const PAUSES = [300, 700, 1500, 3000, 5000, 8000];

export class Link {
  frame = $state.raw<Frame | null>(null);
  log = $state.raw<Played[]>([]);
  said = $state.raw<Said[]>([]);
  status = $state<"connecting" | "live" | "lost" | "gone" | "unreadable">("connecting");
  waiting = $state.raw<Request | null>(null); // a move that has not been confirmed
  problem = $state.raw<Refusal | null>(null);
  late = $state(0); // by how much the server's clock is ahead of ours

  #socket: WebSocket | null = null;
  #greeted: WebSocket | null = null; // the socket whose first view has come
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #later: Request[] = [];

  constructor(
    readonly game: string,
    readonly listen: (frame: Frame, fresh: Played[]) => void = () => {},
  ) {
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  /** Whether it is no use to connect again. */
  get refused(): boolean {
    return this.status === "gone" || this.status === "unreadable";
  }

  /** Play a move of the version we have seen; it is sent again until it counts or is refused. */
  play(move: string): void {
    const at = this.frame?.view.at;
    if (at === undefined || this.waiting) return;
    this.problem = null;
    this.#offer(move, at, unique());
  }

  #offer(move: string, at: number, id: string): void {
    this.waiting = { play: move, at, id };
    this.#send(this.waiting);
  }

  /** Any other request; without a connection it is sent with the next one. */
  ask(request: Request): boolean {
    this.problem = null;
    const asked = { ...request, id: unique() };
    if (!this.#send(asked)) this.#later.push(asked);
    return true;
  }

  /** Connect anew, as whoever we are now. */
  again(): void {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#socket?.close();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/games/${this.game}/socket`);
    this.#socket = socket;
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string));
    socket.onclose = (event) => {
      if (this.#socket !== socket || this.#closed) return;
      clearTimeout(this.#silence);
      if (event.code === 4404 || event.code === 4500) {
        this.status = event.code === 4404 ? "gone" : "unreadable";
        return;
      }
      if (event.code === 4401) void me.refresh(); // the session has ended: we come again as nobody
      this.status = this.frame ? "lost" : "connecting";
      const pause = PAUSES[Math.min(this.#tries++, PAUSES.length - 1)] ?? 8000;
      this.#timer = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
    };
  }

  #hurry = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else if (this.#socket?.readyState === WebSocket.CLOSED && !this.refused) {
      clearTimeout(this.#timer);
      this.#connect();
    }
  };

  #ping(): void {
    this.#send({ ping: Date.now() });
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      const socket = this.#socket;
      socket?.close();
      socket?.onclose?.(new CloseEvent("close", { code: 1006 }));
    }, 5000);
  }

  #send(request: Request): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(request));
    return true;
  }

  #hear(message: Message): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#ping(), PATIENCE);
    switch (message.type) {
      case "view":
        this.#look(message);
        return;
      case "said":
        if (!this.said.some((line) => line.number === message.number))
          this.said = [...this.said, message].slice(-100);
        return;
      case "pong":
        this.late = message.now - (message.ping + Date.now()) / 2;
        return;
      case "error":
        if (TROUBLE.has(message.code)) {
          this.#complain(message);
          setTimeout(() => this.#insist(message.id), SOON);
          return;
        }
        if (!message.id || message.id === this.waiting?.id) this.waiting = null;
        if (message.code !== "stale") this.#complain(message);
    }
  }

  /** Send the move again that the server could not keep. */
  #insist(id: string | undefined): void {
    if (id && this.waiting?.id === id) this.#send(this.waiting);
  }

  #complain(problem: Refusal): void {
    this.problem = problem;
    setTimeout(() => {
      if (this.problem === problem) this.problem = null;
    }, COMPLAINT);
  }

  #look(frame: Frame): void {
    const first = this.#greeted !== this.#socket;
    this.#greeted = this.#socket;
    const { at, log, log_from } = frame.view;
    const before = this.log;
    const all = joined(before, log_from, log);
    if (!all) {
      this.#socket?.close(); // something was missed: the first view of a new socket has everything
      return;
    }
    const known = this.frame?.view;
    const shift = (frame.view.deadline ?? 0) - (known?.deadline ?? 0);
    const clockSet = known?.at === at && Math.abs(shift) > 1000; // or it stood still
    const fresh = this.frame ? all.slice(Math.min(before.length, log_from + log.length)) : [];
    this.log = all;
    this.frame = frame;
    this.status = "live";
    this.#tries = 0;
    const waiting = this.waiting;
    if (waiting && at > (waiting.at as number)) {
      // a question or somebody who leaves came between, no move: what was chosen is still meant
      const stays = all.length === before.length && !fresh.length;
      this.waiting = null;
      if (stays && frame.legal?.some(({ move }) => move === waiting.play))
        this.#offer(waiting.play as string, at, first ? (waiting.id as string) : unique());
    } else if (first && waiting) this.#send(waiting);
    if (first || clockSet) this.#ping();
    if (first) {
      for (const request of this.#later.splice(0)) this.#send(request);
    }
    this.listen(frame, fresh);
  }
}

const unique = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join("");

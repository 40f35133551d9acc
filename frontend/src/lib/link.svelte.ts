/** The connection to a table: a socket that reconnects by itself, and moves resent until they count. */

import { joined } from "./log";
import { me } from "./me.svelte";
import type { Frame, Message, Played, Refusal, Said } from "./view";

export type TableRequest = Record<string, string | number | boolean>;
const IDLE = 25_000; // silence after which we ping the server
const SHOWN = 8000; // how long a refusal is shown
const TEMPORARY = new Set(["unavailable", "busy"]);
const RETRY = 1500; // before we try again
const BACKOFF = [300, 700, 1500, 3000, 5000, 8000];

export class Link {
  frame = $state.raw<Frame | null>(null);
  log = $state.raw<Played[]>([]);
  said = $state.raw<Said[]>([]);
  status = $state<"connecting" | "live" | "lost" | "gone" | "unreadable">("connecting");
  waiting = $state.raw<TableRequest | null>(null); // a move that has not been confirmed
  problem = $state.raw<Refusal | null>(null);
  late = $state(0); // how far the server's clock is ahead of ours

  #socket: WebSocket | null = null;
  #greeted: WebSocket | null = null; // the socket whose first view has arrived
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #queued: TableRequest[] = [];

  constructor(
    readonly game: string,
    readonly listen: (frame: Frame, fresh: Played[]) => void = () => {},
  ) {
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  /** Whether reconnecting is pointless. */
  get refused(): boolean {
    return this.status === "gone" || this.status === "unreadable";
  }

  /** Play a move on the version we have seen; it is resent until it counts or is refused. */
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

  /** Any other request, on the version we have seen; without a connection it waits for the next one. */
  ask(request: TableRequest): boolean {
    this.problem = null;
    const at = this.frame?.view.at;
    const asked = { ...(at === undefined ? {} : { at }), ...request, id: unique() };
    if (!this.#send(asked)) this.#queued.push(asked);
    return true;
  }

  /** Reconnect under our present identity. */
  again(): void {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#socket?.close();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/games/${this.game}/socket`);
    this.#socket = socket;
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data as string));
    socket.onclose = (event) => {
      if (this.#socket !== socket || this.#closed) return;
      clearTimeout(this.#silence);
      if (event.code === 4404 || event.code === 4500) {
        this.status = event.code === 4404 ? "gone" : "unreadable";
        return;
      }
      if (event.code === 4401) void me.refresh(); // the session has ended: we return as nobody
      this.status = this.frame ? "lost" : "connecting";
      const pause = BACKOFF[Math.min(this.#attempts++, BACKOFF.length - 1)] ?? 8000;
      this.#timer = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
    };
  }

  #wake = (): void => {
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

  #send(request: TableRequest): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(request));
    return true;
  }

  #receive(message: Message): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#ping(), IDLE);
    switch (message.type) {
      case "view":
        this.#update(message);
        return;
      case "said":
        if (!this.said.some((line) => line.number === message.number))
          this.said = [...this.said, message].slice(-100);
        return;
      case "pong":
        this.late = message.now - (message.ping + Date.now()) / 2;
        return;
      case "error":
        if (TEMPORARY.has(message.code)) {
          this.#report(message);
          setTimeout(() => this.#resend(message.id), RETRY);
          return;
        }
        if (!message.id || message.id === this.waiting?.id) this.waiting = null;
        if (message.code !== "stale") this.#report(message);
    }
  }

  /** Resend a move that the server could not store. */
  #resend(id: string | undefined): void {
    if (id && this.waiting?.id === id) this.#send(this.waiting);
  }

  #report(problem: Refusal): void {
    this.problem = problem;
    setTimeout(() => {
      if (this.problem === problem) this.problem = null;
    }, SHOWN);
  }

  #update(frame: Frame): void {
    const first = this.#greeted !== this.#socket;
    this.#greeted = this.#socket;
    const { at, log, log_from } = frame.view;
    const before = this.log;
    const all = joined(before, log_from, log);
    if (!all) {
      this.#socket?.close(); // something was missed: the first view on a new socket has everything
      return;
    }
    const known = this.frame?.view;
    const shift = (frame.view.deadline ?? 0) - (known?.deadline ?? 0);
    const clockSet = known?.at === at && Math.abs(shift) > 1000; // or it was paused
    const fresh = this.frame ? all.slice(Math.min(before.length, log_from + log.length)) : [];
    this.log = all;
    this.frame = frame;
    this.status = "live";
    this.#attempts = 0;
    const waiting = this.waiting;
    if (waiting && at > (waiting.at as number)) {
      // an offer or somebody leaving came in between, not a move: the choice still stands
      const stays = all.length === before.length && !fresh.length;
      this.waiting = null;
      if (stays && frame.legal?.some(({ move }) => move === waiting.play))
        this.#offer(waiting.play as string, at, first ? (waiting.id as string) : unique());
    } else if (first && waiting) this.#send(waiting);
    if (first || clockSet) this.#ping();
    if (first) {
      for (const request of this.#queued.splice(0)) this.#send(request);
    }
    this.listen(frame, fresh);
  }
}

const unique = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join("");

/** Requests to the server over HTTP; the types come from its own description. */

import createClient from "openapi-fetch";
import type { paths } from "./schema";

export const api = createClient<paths>({ baseUrl: "", credentials: "same-origin" });

/** A request that was refused, with the server's code; `offline` if it was not reached at all. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status: number,
    readonly retry = 0, // seconds after which the server wants to be asked again
  ) {
    super(text);
  }
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** What a request brought, or `Refused`. */
export async function get<T>(request: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await request;
  } catch (error) {
    throw new Refused("offline", String(error), 0);
  }
  if (answer.response.ok) return answer.data as T;
  const problem = answer.error as { code?: string; text?: string } | undefined;
  throw new Refused(
    problem?.code ?? "server",
    problem?.text ?? answer.response.statusText,
    answer.response.status,
    Number(answer.response.headers.get("retry-after")),
  );
}

/** What a request brings, asked again while the server gets ready for it; `wait` hears that it does. */
export async function patiently<T>(
  ask: () => Promise<Answer<T>>,
  wait: () => void,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await get(ask());
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "warming") throw error;
      wait();
      await new Promise((wake) => setTimeout(wake, error.retry * 1000));
      signal.throwIfAborted();
    }
  }
}

/** HTTP requests to the server; the types are generated from its own description. */

import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

export const api = createClient<paths>({ baseUrl: "", credentials: "same-origin" });

/** What is wrong with a position: a code with its numbers. */
export type Why = components["schemas"]["Why"];

/** A request that was refused, with the server's code; `offline` if the server could not be reached. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status: number,
    readonly retry = 0, // seconds to wait before asking again
    readonly why?: Why, // of a position
  ) {
    super(text);
  }
}

interface Fetched<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The answer to a request; throws `Refused`. */
export async function get<T>(request: Promise<Fetched<T>>): Promise<T> {
  let answer: Fetched<T>;
  try {
    answer = await request;
  } catch (error) {
    throw new Refused("offline", String(error), 0);
  }
  if (answer.response.ok) return answer.data as T;
  const problem = answer.error as { code?: string; text?: string; why?: Why } | undefined;
  throw new Refused(
    problem?.code ?? "server",
    problem?.text ?? answer.response.statusText,
    answer.response.status,
    Number(answer.response.headers.get("retry-after")),
    problem?.why,
  );
}

/** The answer to a request, repeated while the server warms up; `wait` is called each time it does. */
export async function patiently<T>(
  ask: () => Promise<Fetched<T>>,
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

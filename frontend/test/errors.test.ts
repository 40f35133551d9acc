import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { explain, MEANINGS } from "../src/lib/errors";

const protocol = readFileSync(new URL("../../docs/protocol.md", import.meta.url), "utf8");
const section = protocol.split("\n## Errors")[1]?.split("\n## ")[0] ?? "";
const codes = [...section.matchAll(/^\| `(\w+)` \| \d+/gm)].map((found) => found[1] as string);

const LOCAL = ["offline", "device", "device_cancelled"];

test("every code of the protocol has a message, and no other", () => {
  expect(codes.length).toBeGreaterThan(40);
  expect(Object.keys(MEANINGS).sort()).toEqual([...codes, ...LOCAL].sort());
});

test.each(codes)("%s is explained", (code) => {
  const text = explain({ code, text: "" });
  expect(text.length).toBeGreaterThan(10);
  expect(text).not.toBe(explain({ code: "unheard_of" }));
});

test("the server's words are added where they help", () => {
  expect(explain({ code: "illegal", text: "line 4 holds blue" })).toContain("(line 4 holds blue)");
  expect(explain({ code: "stale", text: "at is 3" })).not.toContain("at is 3");
});

test("anything can be explained", () => {
  for (const error of [null, undefined, "x", new Error("boom"), { code: "toString" }, 7])
    expect(explain(error)).toBe(explain({ code: "unheard_of" }));
});

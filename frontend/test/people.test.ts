import { describe, expect, test } from "vitest";
import { Refused } from "../src/lib/api";
import { Action } from "../src/people/action.svelte";
import { agentName } from "../src/people/agent";
import { band, line, nearest, scale, ticks } from "../src/people/graph";
import { nextPage } from "../src/people/next";
import { answer, creation, decode, encode, request } from "../src/people/passkey";

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;

describe("passkeys", () => {
  test("bytes travel as base64url without padding", () => {
    expect(encode(bytes(0xfb, 0xff, 0xbf))).toBe("-_-_");
    expect(encode(bytes(1))).toBe("AQ");
    expect(new Uint8Array(decode("-_-_"))).toEqual(new Uint8Array([0xfb, 0xff, 0xbf]));
    for (let length = 0; length < 70; length++) {
      const some = bytes(...Array.from({ length }, (_, i) => (i * 37) % 256));
      expect(decode(encode(some))).toEqual(some);
      expect(encode(some)).toMatch(/^[\w-]*$/);
    }
  });

  test("questions of the server become those of the device", () => {
    const made = creation({
      rp: { id: "localhost", name: "Tilewright" },
      user: { id: "AQ", name: "Ann", displayName: "Ann" },
      challenge: "-_-_",
      pubKeyCredParams: [{ type: "public-key", alg: -7 }],
      excludeCredentials: [{ id: "Ag", type: "public-key" }],
    });
    expect(made.user.id).toEqual(bytes(1));
    expect(made.excludeCredentials?.[0]?.id).toEqual(bytes(2));
    const asked = request({ challenge: "AQ", rpId: "localhost", userVerification: "required" });
    expect(asked).toMatchObject({ challenge: bytes(1), rpId: "localhost" });
  });

  test("the answer holds what the device said, and nothing empty", () => {
    const credential = {
      id: "AQ",
      rawId: bytes(1),
      type: "public-key",
      response: { clientDataJSON: bytes(2), signature: bytes(3), userHandle: null },
    } as unknown as PublicKeyCredential;
    expect(answer(credential)).toEqual({
      id: "AQ",
      rawId: "AQ",
      type: "public-key",
      response: { clientDataJSON: "Ag", signature: "Aw" },
    });
  });
});

test.each([
  ["/games/x?a=1#b", "/games/x?a=1#b"],
  ["/", "/"],
  [null, "/"],
  ["", "/"],
  ["games", "/"],
  ["//evil.example/x", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example/", "/"],
  ["javascript:alert(1)", "/"],
  ["/login?next=/login", "/"],
  ["/api/me/export", "/"],
])("after signing in, %s leads to %s", (wanted, page) => {
  expect(nextPage(wanted, "https://tiles.example")).toBe(page);
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
    "Edge · Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1",
    "Safari · iPhone",
  ],
  ["curl/8.5", "curl/8.5"],
  ["", ""],
])("%s is %s", (agent, name) => {
  expect(agentName(agent)).toBe(name);
});

describe("a chart", () => {
  test("numbers come to lie between the ends", () => {
    const y = scale(1400, 1600, 100, 0);
    expect([1400, 1500, 1600].map(y)).toEqual([100, 50, 0]);
    expect(scale(5, 5, 0, 10)(5)).toBe(0);
  });

  test("the numbers beside it are round and few", () => {
    expect(ticks(1432, 1611)).toEqual([1450, 1500, 1550, 1600]);
    expect(ticks(0, 3)).toEqual([0, 1, 2, 3]);
    expect(ticks(7, 7)).toEqual([7]);
    for (const high of [3, 17, 240, 999, 12345]) expect(ticks(0, high).length).toBeLessThan(6);
  });

  test("lines and bands", () => {
    expect(
      line([
        [0, 1],
        [2.04, 3],
      ]),
    ).toBe("M0 1L2 3");
    expect(
      band(
        [
          [0, 1],
          [2, 1],
        ],
        [
          [0, 5],
          [2, 5],
        ],
      ),
    ).toBe("M0 1L2 1L2 5L0 5Z");
    expect(band([], [])).toBe("");
    expect(
      nearest(
        [
          [0, 0],
          [10, 0],
          [20, 0],
        ],
        14,
      ),
    ).toBe(1);
  });
});

describe("an action", () => {
  const refuse = (code: string) => async () => {
    throw new Refused(code, "", 400);
  };

  test("is not begun while something is missing", async () => {
    const action = new Action();
    let begun = false;
    const work = async () => {
      begun = true;
    };
    expect(await action.run(work, { name: "fill this in", password: "" })).toBe(false);
    expect([begun, action.wrong]).toEqual([false, { name: "fill this in" }]);
    expect(await action.run(work, { name: "" })).toBe(true);
    expect([begun, action.wrong]).toEqual([true, {}]);
  });

  test("tells what is wrong where it is", async () => {
    const action = new Action({ name: ["name_taken"] });
    expect(await action.run(refuse("name_taken"))).toBe(false);
    expect([Object.keys(action.wrong), action.error]).toEqual([["name"], null]);
    await action.run(refuse("busy"));
    expect([action.wrong, action.code, action.busy]).toEqual([{}, "busy", false]);
  });

  test("is done once at a time", async () => {
    const action = new Action();
    let finish = () => {};
    const first = action.run(() => new Promise<void>((done) => (finish = done)));
    expect(await action.run(async () => {})).toBe(false);
    finish();
    expect(await first).toBe(true);
  });
});

/** Browser and system in two words, from a user agent. */

const BROWSERS: [RegExp, string][] = [
  [/Edg/, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrom|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const find = (list: [RegExp, string][], text: string): string =>
  list.find(([sign]) => sign.test(text))?.[1] ?? "";

/** "Firefox · Linux"; unknown user agents are shown as they are. */
export function agentName(agent: string): string {
  const known = [find(BROWSERS, agent), find(SYSTEMS, agent)].filter(Boolean);
  return known.join(" · ") || agent.slice(0, 60);
}

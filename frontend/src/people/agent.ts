/** A browser and its system in two words, from what it says of itself. */

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

/** "Firefox · Linux"; what is not known is shown as it is. */
export function agentName(agent: string): string {
  const known = [find(BROWSERS, agent), find(SYSTEMS, agent)].filter(Boolean);
  return known.join(" · ") || agent.slice(0, 60);
}

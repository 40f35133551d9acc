// A Tilewright engine for node, without dependencies: it takes as many tiles as fit into a line, or
// places where fewest jokers are paid. Try it: tilewright engine-check node examples/engine.js
const letters = { classic: "byrkw", pavilion: "pgoybr" };

function worth({ game, state }, move) {
  if (/^\d/.test(move) && state.phase === "take") {
    const count = state.sources[+move[0]][letters[game].indexOf(move[1])];
    if (game === "pavilion") return count;
    if (move[2] === "-") return -count;
    const line = +move[2], room = line - state.players[state.seat].lines[line - 1][1];
    return Math.min(count, room) / line - Math.max(0, count - room);
  }
  return move.startsWith("pass") ? move.length - 20 : -Number(move.at(-1)) || 0;
}

function answer(request) {
  if ("hello" in request)
    return { hello: 1, name: "counter", version: "1", games: { classic: {}, pavilion: {} } };
  if (!request.legal?.length || !request.state) throw Error("legal: expected moves, and the state");
  const worths = request.legal.map((move) => worth(request, move));
  return { move: request.legal[worths.indexOf(Math.max(...worths))] };
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  let id = null, reply;
  try {
    const request = JSON.parse(line);
    if (request === null || typeof request !== "object" || Array.isArray(request))
      throw Error("expected an object");
    id = request.id ?? null;
    reply = answer(request);
  } catch (error) {
    const [field, message] = error.message.split(": ");
    reply = { error: message ? { field, message } : { field: "", message: error.message } };
  }
  console.log(JSON.stringify({ id, ...reply }));
});

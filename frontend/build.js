/** Build the site and compress its text files: brotli at its best level is too slow for a server. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build, resolveConfig } from "vite";

const TEXT = /\.(css|html|js|svg|webmanifest)$/;

await build({ logLevel: process.env.VERBOSE ? "info" : "error" });
const out = (await resolveConfig({}, "build")).build.outDir;
for (const file of readdirSync(out, { recursive: true, withFileTypes: true })) {
  if (file.isFile() && TEXT.test(file.name)) {
    const path = join(file.parentPath, file.name);
    writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
  }
}
process.exit(); // the message compiler keeps the process alive for half a minute

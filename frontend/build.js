/** Build the site. The message compiler keeps its process alive for half a minute: do not wait. */
import { build } from "vite";

await build({ logLevel: process.env.VERBOSE ? "info" : "error" });
process.exit();

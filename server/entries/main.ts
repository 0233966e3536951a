/** Entry that is built as main.js. Checks the version of Node before it loads code that an old version cannot parse. */
import { setFlagsFromString } from "node:v8";
import { refuseOldNode } from "#server/lib/node-version.ts";

refuseOldNode();
// Keeps the young generation small while the code loads. Otherwise V8 keeps 22 MB for young objects afterwards.
setFlagsFromString("--semi-space-growth-factor=1");
await import("../main.ts");
setFlagsFromString("--semi-space-growth-factor=2"); // V8's default, for the work after the start

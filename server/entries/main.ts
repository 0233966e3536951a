/** What is built as main.js: checks the version of Node before it loads code that an old version cannot parse. */
import { setFlagsFromString } from "node:v8";
import { refuseOldNode } from "#server/lib/node-version.ts";

refuseOldNode();
// What a start loads stays: V8 would take it for a reason to keep 22 MB ready for young objects.
setFlagsFromString("--semi-space-growth-factor=1");
await import("../main.ts");
setFlagsFromString("--semi-space-growth-factor=2"); // V8's default, for the load to come

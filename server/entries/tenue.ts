/** Entry that is built as tenue.js. Checks the version of Node before it loads code that an old version cannot parse. */
import { refuseOldNode } from "#server/lib/node-version.ts";

refuseOldNode();
await import("../tenue.ts");

/** What is built as tenue.js: the version of Node is looked at before anything that an old one does not understand. */
import { refuseOldNode } from "#server/lib/node-version.ts";

refuseOldNode();
await import("../tenue.ts");

import { createServer } from "node:net";
import { expect, test } from "vitest";
import { DataFolderInUseError } from "#server/lib/database/embedded-folder.ts";
import { ConfigError } from "./config.ts";
import { explainStartFailure } from "./operator-error.ts";

function systemError(message: string, fields: object): Error {
  return Object.assign(new Error(message), fields);
}

test.each<[string, Error, string]>([
  ["a bad value", new ConfigError("PORT: expected number"), "PORT: expected number"],
  [
    "a folder in use",
    new DataFolderInUseError("/data"),
    "The data folder /data is in use by another running server",
  ],
  [
    "a folder that is not ours",
    systemError("EACCES: permission denied, mkdir '/data'", { code: "EACCES", syscall: "mkdir" }),
    "EACCES: permission denied, mkdir '/data'",
  ],
  [
    "a database that does not exist",
    systemError('database "nowhere" does not exist', { code: "3D000" }),
    'DATABASE_URL: database "nowhere" does not exist. Does PostgreSQL run there',
  ],
  [
    "an unknown database host",
    systemError("getaddrinfo ENOTFOUND db.internal", { code: "ENOTFOUND", syscall: "getaddrinfo" }),
    "DATABASE_URL: getaddrinfo ENOTFOUND db.internal. Does PostgreSQL run there",
  ],
  [
    "a database that answers at none of its addresses",
    Object.assign(
      new AggregateError([systemError("connect ECONNREFUSED ::1:5432", { syscall: "connect" })]),
      { code: "ECONNREFUSED" },
    ),
    "DATABASE_URL: connect ECONNREFUSED ::1:5432. Does PostgreSQL run there",
  ],
  [
    "a statement that a standby refuses",
    new Error("Failed query: update", {
      cause: systemError("cannot execute UPDATE in a read-only transaction", { code: "25006" }),
    }),
    "cannot execute UPDATE in a read-only transaction",
  ],
  [
    "a statement without the right to a table",
    new Error("Failed query: select", {
      cause: systemError("permission denied for table installation", { code: "42501" }),
    }),
    "DATABASE_URL: permission denied for table installation.",
  ],
])("%s is explained in one line", (_, error, line) => {
  expect(explainStartFailure(error)).toContain(line);
  expect(explainStartFailure(error)).not.toContain("\n");
});

test("a listen address that this machine does not have is explained in one line", async () => {
  const server = createServer();
  const failure = await new Promise<Error>((done) => server.once("error", done).listen(0, "192.0.2.1"));
  expect(explainStartFailure(failure)).toMatch(/^listen EADDRNOTAVAIL: [^\n]+$/);
});

test("a failed statement of any other kind is explained with its cause", () => {
  const cause = systemError('column "x" does not exist', { code: "42703" });
  expect(explainStartFailure(new Error("Failed query: select", { cause }))).toMatch(
    /Failed query: select.+\nCause: [^\n]*column "x" does not exist/s,
  );
});

test("a bug of Tenue is explained with its stack", () => {
  expect(explainStartFailure(new TypeError("x is not a function"))).toContain("operator-error.api.test.ts");
});

import { DrizzleQueryError } from "drizzle-orm/errors";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLogger, createOutageLog } from "./logger.ts";

function logged(format: "json" | "text", details: Record<string, unknown>): string {
  const lines: string[] = [];
  createLogger(format, (line) => lines.push(line) > 0).error("request failed", details);
  expect(lines).toHaveLength(1);
  return lines[0] ?? "";
}

describe("a failed statement", () => {
  const parameters = ["zoe@exemple.fr", "première ligne\nseconde ligne secrète\n    at fausse ligne"];
  const error = new DrizzleQueryError(
    "insert into beta_signups values ($1, $2)",
    parameters,
    new Error("disk full"),
  );

  test.each(["json", "text"] as const)(
    "a failed statement is logged without its parameters, also with line breaks in them (%s)",
    (format) => {
      const line = logged(format, { error });
      for (const secret of ["zoe@exemple.fr", "première", "secrète", "fausse"])
        expect(line).not.toContain(secret);
      expect(line).toContain("insert into beta_signups values ($1, $2)");
      expect(line).toContain("disk full");
      expect(line).toContain("logger.test.ts");
    },
  );

  test("a failed statement is logged without its parameters also as the cause of another error", () => {
    const line = logged("json", { error: new Error("export broke off", { cause: error }) });
    expect(line).toContain("export broke off");
    expect(line).not.toMatch(/exemple|secr/);
  });
});

test("an entry is one line, as JSON or as readable text", () => {
  expect(JSON.parse(logged("json", { job: "a\nb" }))).toMatchObject({
    level: "error",
    message: "request failed",
    job: "a\nb",
  });
  expect(logged("text", { job: "a\nb" })).toBe('error: request failed job="a\\nb"');
});

let lines: Record<string, unknown>[];
let isAway: boolean;
let log: ReturnType<typeof createOutageLog>;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  isAway = true;
  const write = (line: string) => lines.push(JSON.parse(line)) > 0;
  log = createOutageLog(createLogger("json", write), async () => {
    if (isAway) throw new Error("still away");
  });
});
afterEach(() => {
  log.stop();
  vi.useRealTimers();
});

const lost = () =>
  new Error("Failed query: insert into beta_signups\nparams: zoe@exemple.fr", {
    cause: Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" }),
  });

test("an outage causes two log lines for any number of failed requests and jobs", async () => {
  for (let n = 0; n < 50; n += 1) log.error("request failed", { requestId: n, error: lost() });
  await vi.advanceTimersByTimeAsync(2_500);
  for (let n = 0; n < 3; n += 1) log.warn("mail results wait for the database", { error: lost() });
  isAway = false;
  await vi.advanceTimersByTimeAsync(1_500);
  expect(lines).toMatchObject([
    { level: "error", message: "the database is away", reason: "connect ECONNREFUSED 127.0.0.1:5432" },
    {
      level: "info",
      message: "the database is back",
      failed: { "request failed": 50, "mail results wait for the database": 3 },
    },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/zoe|insert into/);
});

test("the next outage is logged again", async () => {
  log.error("request failed", { error: lost() });
  isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  log.error("request failed", { error: lost() });
  expect(lines.map(({ message }) => message)).toEqual([
    "the database is away",
    "the database is back",
    "the database is away",
  ]);
});

test("all other entries are written unchanged, also during an outage", () => {
  log.error("request failed", { error: lost() });
  log.error("request failed", { requestId: "1", error: new TypeError("a fault of ours") });
  log.info("ready");
  expect(lines).toMatchObject([
    { message: "the database is away" },
    { message: "request failed", requestId: "1" },
    { message: "ready" },
  ]);
});

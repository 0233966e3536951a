import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLogger } from "./logger.ts";
import { createOutageLog } from "./outage-log.ts";

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

test("an outage is two lines for any number of failed requests and jobs", async () => {
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

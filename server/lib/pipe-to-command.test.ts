import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pipeToCommand } from "./pipe-to-command.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tenue-pipe-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const limitMs = 60_000;
const pipe = (command: string, options: { text?: string; limitMs?: number; signal?: AbortSignal } = {}) =>
  pipeToCommand(command, Readable.from([options.text ?? "bonjour"]), {
    limitMs,
    ...options,
    env: { PLACE: join(folder, "got") },
  });

test("a command reads the stream and its environment", async () => {
  await pipe('cat > "$PLACE"');
  expect(readFileSync(join(folder, "got"), "utf8")).toBe("bonjour");
});

test("the pipe rejects with the output of a failed command", async () => {
  await expect(pipe("cat > /dev/null; echo no room >&2; exit 3")).rejects.toThrow(
    "the command ended with 3: no room",
  );
});

test("a command that does not read the whole stream succeeds or fails by its exit code", async () => {
  const text = "x".repeat(1_000_000);
  await pipe("true", { text });
  await expect(pipe("exit 1", { text })).rejects.toThrow("the command ended with 1");
});

test("the pipe does not wait for a command that ends before its input starts", async () => {
  async function* late() {
    await setTimeout(200);
    yield "late";
  }
  await pipeToCommand("true", Readable.from(late()), { env: {}, limitMs });
});

test("a command is killed by the abort signal", async () => {
  const stop = new AbortController();
  const piping = pipe("sleep 600", { signal: stop.signal });
  stop.abort();
  await expect(piping).rejects.toThrow();
});

test.each([
  ["hangs", "sleep 600"],
  ["leaves a process in the background that holds its output", "sleep 3 & exit 0"],
])("the pipe rejects at its time limit when the command %s", async (_how, command) => {
  const text = "x".repeat(1_000_000);
  await expect(pipe(command, { text, limitMs: 300 })).rejects.toThrow(
    "the command timed out after 0.3 seconds",
  );
});

test("a command whose stream breaks off never sees the end of its input", async () => {
  async function* broken() {
    yield "half";
    throw new Error("unreadable");
  }
  const piping = pipeToCommand('cat | { cat > /dev/null; touch "$PLACE"; }', Readable.from(broken()), {
    env: { PLACE: join(folder, "taken") },
    limitMs,
  });
  await expect(piping).rejects.toThrow("unreadable");
  expect(existsSync(join(folder, "taken"))).toBe(false);
});

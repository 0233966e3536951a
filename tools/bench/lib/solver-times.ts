import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { type Puzzle, puzzleSizes } from "#contract/shield.ts";
import { startServerProcess } from "#test/support/server-process.ts";
import { median } from "./figures.ts";

/** Milliseconds at full speed and on a processor that is slowed down six times. */
export type SolverTimes = Record<"raised" | "attack", [normal: number, slow: number]>;

const runs = 7;
const slowdown = 6;
const assets = resolve(import.meta.dirname, "../../../build/web/assets");

/**
 * The built solver in Chromium, on the page's thread: a worker is not slowed down by the browser's throttling. Each figure
 * is the median of several puzzles, since luck decides how many attempts one takes.
 */
export async function timeSolver(): Promise<SolverTimes> {
  const solver = readdirSync(assets).find((name) => /^proof\.worker.*\.js$/.test(name));
  if (!solver) throw new Error(`no solver in ${assets}`);
  const server = await startServerProcess({ entry: "build" });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    const throttle = await page.context().newCDPSession(page);
    const timeAt = async (state: "raised" | "attack", rate: number) => {
      await throttle.send("Emulation.setCPUThrottlingRate", { rate });
      return medianTime(page, join("/assets", solver), state);
    };
    return {
      raised: [await timeAt("raised", 1), await timeAt("raised", slowdown)],
      attack: [await timeAt("attack", 1), await timeAt("attack", slowdown)],
    };
  } finally {
    await browser.close();
    await server.remove();
  }
}

async function medianTime(page: Page, solver: string, state: "raised" | "attack"): Promise<number> {
  const measured: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const challenge = `${run}-0123456789abcdefghij`.slice(0, 22);
    const puzzle = { challenge, ...puzzleSizes[state] } as Puzzle;
    measured.push(await page.evaluate(solveOnce, { solver, puzzle }));
  }
  return median(measured.slice(1)); // the first warmed up
}

/** Runs in the page. */
async function solveOnce({ solver, puzzle }: { solver: string; puzzle: Puzzle }): Promise<number> {
  await import(solver);
  const { solvePuzzle } = globalThis as unknown as {
    solvePuzzle: (puzzle: Puzzle, email: string) => Iterator<void, number[]>;
  };
  const start = performance.now();
  const steps = solvePuzzle(puzzle, "elodie.lefevre@exemple.fr");
  while (!steps.next().done);
  return performance.now() - start;
}

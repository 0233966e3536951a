import { messages } from "#contract/errors.ts";
import type { Puzzle } from "#contract/shield.ts";
import { ApiFailure } from "#web/lib/api.ts";
import type { Solver } from "./proof.worker.ts";
import solverAddress from "./proof.worker.ts?worker&url";

type Work = { about: string; nonces: Promise<number[]>; stop: () => void };

/** A worker that has not reported its start after so many milliseconds is blocked or failed to load. */
const workerStartMs = 5_000;

/** Solves puzzles one at a time, and each once however often it is asked for. */
export function createProver() {
  let latest: Work | null = null;
  return {
    /**
     * @param email exactly as it will be sent; another one restarts the work and cancels the previous one
     * @throws ApiFailure when the solver cannot be fetched
     */
    prove(puzzle: Puzzle, email: string): Promise<number[]> {
      const about = JSON.stringify([puzzle, email]);
      if (latest?.about !== about) {
        latest?.stop();
        const work = { about, ...solve(puzzle, email) };
        latest = work;
        work.nonces.catch(() => {
          if (latest === work) latest = null; // the next attempt restarts
        });
      }
      return latest.nonces;
    },
  };
}

/** In a worker, so that the page stays responsive; without workers, on the page's thread between its tasks. */
function solve(puzzle: Puzzle, email: string): Pick<Work, "nonces" | "stop"> {
  let stop = () => {};
  const nonces = new Promise<number[]>((resolve, reject) => {
    const solveHere = () => {
      stop();
      let stopped = false;
      stop = () => {
        stopped = true;
      };
      solveInSlices(puzzle, email, () => stopped).then(resolve, reject);
    };
    try {
      const worker = new Worker(solverAddress, { type: "module" });
      const late = setTimeout(solveHere, workerStartMs);
      stop = () => {
        clearTimeout(late);
        worker.terminate();
      };
      worker.onerror = solveHere;
      worker.onmessage = ({ data }: MessageEvent<"running" | number[]>) => {
        clearTimeout(late);
        if (data === "running") return;
        worker.terminate();
        resolve(data);
      };
      worker.postMessage({ puzzle, email });
    } catch {
      solveHere(); // some browsers throw when a policy forbids workers, others fire an error
    }
  });
  return { nonces, stop: () => stop() };
}

async function solveInSlices(puzzle: Puzzle, email: string, isStopped: () => boolean): Promise<number[]> {
  const { solvePuzzle } = await fetchSolver();
  const steps = solvePuzzle(puzzle, email);
  let step = steps.next();
  while (!step.done && !isStopped()) {
    await new Promise((resolve) => setTimeout(resolve));
    step = steps.next();
  }
  return step.value ?? [];
}

async function fetchSolver(): Promise<Solver> {
  try {
    await import(/* @vite-ignore */ solverAddress);
    return self as unknown as Solver;
  } catch {
    throw new ApiFailure(0, { code: "unavailable", message: messages.unavailable });
  }
}

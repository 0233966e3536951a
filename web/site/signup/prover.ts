import { messages } from "#contract/errors.ts";
import type { Puzzle } from "#contract/shield.ts";
import { ApiFailure } from "#web/lib/api.ts";
import type { Solver } from "./proof.worker.ts";
import solverAddress from "./proof.worker.ts?worker&url";

type Work = { about: string; nonces: Promise<number[]>; stop: () => void };

/** The time in milliseconds after which a worker without a report of its start counts as blocked or not loaded. */
const workerStartMs = 5_000;

/** Solves one puzzle at a time. Repeated calls for the same puzzle share the work. */
export function createProver() {
  let latest: Work | null = null;
  return {
    /**
     * @param email the address exactly as it will be sent; another address cancels the work and restarts it
     * @throws ApiFailure when the solver cannot be fetched
     */
    prove(puzzle: Puzzle, email: string): Promise<number[]> {
      const about = JSON.stringify([puzzle, email]);
      if (latest?.about !== about) {
        latest?.stop();
        const work = { about, ...solve(puzzle, email) };
        latest = work;
        work.nonces.catch(() => {
          if (latest === work) latest = null; // the next attempt restarts the work
        });
      }
      return latest.nonces;
    },
  };
}

/** Solves a puzzle in a worker, so that the page stays responsive. Without workers, solves it in slices on the main thread. */
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

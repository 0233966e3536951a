import type { Puzzle } from "#contract/shield.ts";
import { solvePuzzle } from "./proof-of-work.ts";

/** The global that this file sets when the page has to load it, since a worker's file cannot export anything. */
export type Solver = { solvePuzzle: typeof solvePuzzle };

const context = self as unknown as Solver & {
  onmessage: (event: MessageEvent<{ puzzle: Puzzle; email: string }>) => void;
  postMessage: (message: "running" | number[]) => void;
};

if ("document" in self) context.solvePuzzle = solvePuzzle;
else {
  context.onmessage = ({ data: { puzzle, email } }) => {
    const steps = solvePuzzle(puzzle, email);
    let step = steps.next();
    while (!step.done) step = steps.next();
    context.postMessage(step.value);
  };
  context.postMessage("running");
}

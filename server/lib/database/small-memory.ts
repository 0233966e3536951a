import { totalmem } from "node:os";
import { setFlagsFromString } from "node:v8";

const smallBytes = 2 * 1024 ** 3;

/** @param constrained the limit of the control group; 0 when it is unknown, beyond the machine's memory when there is none */
export function isSmallMemory(total = totalmem(), constrained = process.constrainedMemory()): boolean {
  return Math.min(total, constrained || total) < smallBytes;
}

/**
 * Keeps V8's optimizing compiler away from WebAssembly in the whole process: in Node 24 it takes 600 MB for one function of PGlite's.
 * Has to be called before PGlite is compiled. Either flag alone has no effect.
 */
export function keepCompilerSmall(): void {
  setFlagsFromString("--no-wasm-dynamic-tiering");
  setFlagsFromString("--no-wasm-tier-up");
}

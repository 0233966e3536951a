import { afterAll, vi } from "vitest";

/** Test files share a process and its loaded modules. This file resets all other global changes at the end of each test file. */
const { env, exitCode } = process;
const environment = { ...env };
const mask = process.umask();
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** A listening server replaces these global classes. */
const classes = { Request, Response };
const listeners = new Map(signals.map((signal) => [signal, new Set(process.listeners(signal))]));

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const [name, value] of Object.entries(classes)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, enumerable: false, writable: true });
  }
  process.umask(mask);
  process.exitCode = exitCode;
  for (const name of Object.keys(env)) if (!(name in environment)) delete env[name];
  Object.assign(env, environment);
  for (const [signal, known] of listeners) {
    for (const listener of process.listeners(signal)) {
      if (!known.has(listener)) process.removeListener(signal, listener);
    }
  }
});

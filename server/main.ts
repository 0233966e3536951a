import { readConfig } from "./lib/config.ts";
import { keepFilesPrivate } from "./lib/data-folder.ts";
import { createLogger } from "./lib/logger.ts";
import { explainStartFailure } from "./lib/operator-error.ts";
import { type RunningServer, startServer } from "./start-server.ts";

const announce = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** On a busy machine, the same request may arrive this much later. */
const sameRequestMs = 2_000;

keepFilesPrivate();
try {
  const config = readConfig(process.env);
  const apiOnly = process.argv.includes("--api-only"); // `npm run dev` and the tests of the API
  const server = await startServer(config, createLogger(config.logFormat), announce, { apiOnly });
  announce(`Tenue is ready at ${server.baseUrl} (listening on ${server.url}, ${server.mode} database)`);
  stopOnSignals(server);
} catch (error) {
  process.stderr.write(`Tenue cannot start: ${explainStartFailure(error)}\n`);
  process.exit(1);
}

/** Handles one Ctrl-C that arrives up to three times: from the terminal, from npm and from the runner of the npm script. */
function stopOnSignals(server: RunningServer): void {
  let askedAt: number | null = null;
  const stop = async (signal: NodeJS.Signals) => {
    if (askedAt !== null) {
      if (performance.now() - askedAt > sameRequestMs) process.exit(1); // a second request: do not wait any longer
      return;
    }
    askedAt = performance.now();
    announce(`${signal}: finishing what is under way`);
    await server.close();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      stop(signal).catch((error) => {
        process.stderr.write(`Tenue did not stop cleanly: ${error instanceof Error ? error.stack : error}\n`);
        process.exit(1);
      });
    });
  }
}

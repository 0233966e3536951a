import { readConfig } from "./lib/config.ts";
import { createLogger } from "./lib/logger.ts";
import { explainStartFailure } from "./lib/start-failure.ts";
import type { RunningServer } from "./start-server.ts";
import { startServer } from "./start-server.ts";

const announce = (line: string) => {
  process.stdout.write(`${line}\n`);
};

try {
  const config = readConfig(process.env);
  const server = await startServer(config, createLogger(config.logFormat), announce);
  announce(`Tenue is ready at ${server.baseUrl} (listening on ${server.url}, ${server.mode} database)`);
  stopOnSignals(server);
} catch (error) {
  process.stderr.write(`Tenue cannot start: ${explainStartFailure(error)}\n`);
  process.exit(1);
}

function stopOnSignals(server: RunningServer): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1); // asked twice: do not wait any longer
    stopping = true;
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

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { BenchDatabase } from "./bench-database.ts";

/** What the measured process is told, and what it says. */
export type ServerOrder =
  | { type: "bare-inserts"; seconds: number; inFlight: number; run: string }
  | { type: "sign-in" }
  | { type: "stop" };
export type ServerReport =
  | { type: "ready"; port: number }
  | { type: "bare-rate"; rate: number }
  | { type: "cookie"; cookie: string };

export type MeasuredServer = {
  port: number;
  pid: number;
  /** Single-row inserts per second through the server's own pool. */
  measureBareInserts(order: { seconds: number; inFlight: number; run: string }): Promise<number>;
  /** The cookie of an administrator's session. */
  signIn(): Promise<string>;
  stop(): Promise<void>;
};

/** Starts the application in a process of its own, so that the load is not made where it is measured. */
export async function startMeasuredServer(database: BenchDatabase): Promise<MeasuredServer> {
  const child = fork(join(import.meta.dirname, "measured-process.ts"), [], {
    env: {
      ...process.env,
      BENCH_DATA_DIR: database.dataDir,
      BENCH_APP_DATABASE_URL: database.databaseUrl ?? "",
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const { port } = await reportOf(child, "ready");
  const ask = <Type extends ServerReport["type"]>(order: ServerOrder, type: Type) => {
    const report = reportOf(child, type);
    child.send(order);
    return report;
  };
  return {
    port,
    pid: child.pid ?? 0,
    async measureBareInserts(order) {
      return (await ask({ type: "bare-inserts", ...order }, "bare-rate")).rate;
    },
    async signIn() {
      return (await ask({ type: "sign-in" }, "cookie")).cookie;
    },
    async stop() {
      const exit = once(child, "exit");
      child.send({ type: "stop" } satisfies ServerOrder);
      await exit;
    },
  };
}

function reportOf<Type extends ServerReport["type"]>(
  child: ChildProcess,
  type: Type,
): Promise<Extract<ServerReport, { type: Type }>> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error("the measured server stopped by itself"));
    const onReport = (report: ServerReport) => {
      if (report.type !== type) return;
      child.off("message", onReport);
      child.off("exit", onExit);
      resolve(report as Extract<ServerReport, { type: Type }>);
    };
    child.on("message", onReport);
    child.on("exit", onExit);
  });
}

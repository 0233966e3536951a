import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { ShieldState } from "#contract/shield.ts";
import type { BenchDatabase } from "./bench-database.ts";

/** Messages to the measured process. */
export type ServerOrder =
  | { type: "bare-inserts"; seconds: number; inFlight: number; run: string }
  | { type: "sign-in" }
  | { type: "stop" };
/** Answers of the measured process. */
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
  /** Calls the API as a super administrator. @throws when it refuses */
  administer(method: "POST" | "PUT", path: string, body: object): Promise<void>;
  /** Stops the process (SIGSTOP) while another one is measured, because its background work would take processor time. */
  pause(): void;
  resume(): void;
  /** Forces a state of the shield; null lets the counts decide. */
  forceShield(state: ShieldState | null): Promise<void>;
  stop(): Promise<void>;
};

type ServerSettings = {
  /** SIGNUP_LIMIT_PER_MINUTE: 0 switches limits, tokens and proofs off; undefined keeps the default. */
  signupLimit?: number;
};

/** Starts the application in a separate process, because the load would slow it down. */
export async function startMeasuredServer(
  database: BenchDatabase,
  { signupLimit }: ServerSettings = {},
): Promise<MeasuredServer> {
  const child = fork(join(import.meta.dirname, "measured-process.ts"), [], {
    env: {
      ...process.env,
      BENCH_DATA_DIR: database.dataDir,
      BENCH_APP_DATABASE_URL: database.databaseUrl ?? "",
      SIGNUP_LIMIT_PER_MINUTE: signupLimit === undefined ? "" : String(signupLimit),
      MAIL_PRIVATE_HOSTS: "127.0.0.1", // where a bench receives webhooks
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const { port } = await reportOf(child, "ready");
  const ask = <Type extends ServerReport["type"]>(order: ServerOrder, type: Type) => {
    const report = reportOf(child, type);
    child.send(order);
    return report;
  };
  const signIn = async () => (await ask({ type: "sign-in" }, "cookie")).cookie;
  const administer: MeasuredServer["administer"] = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/admin${path}`, {
      method,
      headers: { "content-type": "application/json", cookie: await signIn() },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was refused: ${answer.status} ${await answer.text()}`);
  };
  return {
    port,
    pid: child.pid ?? 0,
    async measureBareInserts(order) {
      return (await ask({ type: "bare-inserts", ...order }, "bare-rate")).rate;
    },
    signIn,
    administer,
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    forceShield: (forced) => administer("PUT", "/shield", { forced }),
    async stop() {
      const exit = once(child, "exit");
      child.kill("SIGCONT");
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

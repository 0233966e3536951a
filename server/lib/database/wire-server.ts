import { createServer, type Server } from "node:net";
import { fullMessage } from "#server/lib/operator-error.ts";
import type { TurnTimes } from "./turn-times.ts";
import { type Batch, refusalQuery, sessionReset, WireConnection } from "./wire-connection.ts";
import {
  finalStatus,
  isParseComplete,
  parseComplete,
  parsedName,
  queryMessage,
  syncMessage,
  type TransactionStatus,
} from "./wire-messages.ts";

export interface WireServerOptions {
  execute: Execute;
  serverVersion: string;
  /** An open transaction blocks all other connections, so a transaction that is silent for this long is rolled back. */
  idleInTransactionMs: number;
  /** Records which connection waits for the session, which one holds it, and when it is free again. */
  turns?: TurnTimes;
  /** Called when the database no longer follows the protocol, so that its answers cannot be trusted. */
  onBroken(reason: string): void;
}

/**
 * Lets many connections share a database that has one session. A connection owns the session from its first batch
 * until ReadyForQuery reports that no transaction is open. Other connections queue in the order of their requests.
 */
export class WireServer {
  readonly #options: WireServerOptions;
  readonly #server: Server;
  readonly #statements: NamedStatements;
  readonly #connections = new Set<WireConnection>();
  readonly #queue = new Set<WireConnection>();
  #owner: WireConnection | null = null;
  #status: TransactionStatus = "idle";
  #withinBatch = false;
  #needsReset = false;
  #work: Promise<void> | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #connectionCount = 0;

  constructor(options: WireServerOptions) {
    this.#options = options;
    this.#statements = new NamedStatements(options.execute);
    this.#server = createServer((socket) => {
      this.#connectionCount += 1;
      const connection = new WireConnection(socket, {
        id: this.#connectionCount,
        serverVersion: options.serverVersion,
        events: { ready: (ready) => this.#enqueue(ready), closed: (closed) => this.#forget(closed) },
      });
      this.#connections.add(connection);
    });
  }

  listen(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(path, () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
  }

  /** Waits for the running statement, rolls back the open transaction and closes all connections. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await this.#work;
    for (const connection of this.#connections)
      connection.fail("57P01", "the embedded database is shutting down");
    await closed;
    await this.#work;
  }

  #enqueue(connection: WireConnection): void {
    if (connection !== this.#owner) {
      this.#queue.add(connection);
      this.#options.turns?.asked(connection);
    }
    this.#wake();
  }

  #forget(connection: WireConnection): void {
    this.#connections.delete(connection);
    this.#queue.delete(connection);
    this.#wake();
  }

  #wake(): void {
    if (this.#work) return;
    this.#work = this.#run()
      .catch((error: unknown) => this.#options.onBroken(fullMessage(error)))
      .finally(() => {
        this.#work = null;
        if (this.#hasWork()) this.#wake();
      });
  }

  #hasWork(): boolean {
    return this.#owner ? this.#owner.isClosed || this.#owner.hasBatch : this.#queue.size > 0;
  }

  async #run(): Promise<void> {
    while (this.#hasWork()) {
      await this.#step();
      // Statements run synchronously. This pause lets the server read the next messages of all connections.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #step(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const connection = this.#owner ?? this.#nextInQueue();
    if (!connection) return;
    if (connection.isClosed) return this.#abandon();
    const batch = connection.takeBatch();
    if (!batch) return;
    if (this.#owner === null) this.#options.turns?.begun(connection);
    this.#owner = connection;
    const answer = await this.#statements.execute(batch);
    this.#needsReset ||= batch.mayLast;
    await this.#settle(answer, batch.complete);
    connection.send(answer);
    if (this.#owner) this.#watchIdle(connection);
    else if (connection.hasBatch) this.#enqueue(connection);
  }

  #nextInQueue(): WireConnection | null {
    const [next] = this.#queue;
    if (next) this.#queue.delete(next);
    return next ?? null;
  }

  async #settle(answer: Buffer, complete: boolean): Promise<void> {
    this.#withinBatch = !complete;
    if (!complete) return;
    const status = finalStatus(answer);
    if (status === null) throw new Error("the embedded database gave no complete answer");
    this.#status = status;
    if (status === "idle") await this.#release();
  }

  async #abandon(): Promise<void> {
    if (this.#withinBatch) await this.#settle(await this.#options.execute(syncMessage()), true);
    if (this.#status !== "idle")
      await this.#settle(await this.#options.execute(queryMessage("rollback")), true);
    await this.#release();
  }

  async #release(): Promise<void> {
    await this.#clean();
    if (this.#owner) this.#options.turns?.ended();
    this.#owner = null;
  }

  /** Resets the session, so that its next owner finds the initial settings. */
  async #clean(): Promise<void> {
    if (!this.#needsReset) return;
    if (finalStatus(await this.#options.execute(sessionReset)) !== "idle")
      throw new Error("the session of the embedded database could not be reset");
    this.#needsReset = false;
  }

  #watchIdle(connection: WireConnection): void {
    if (connection.hasBatch) return;
    this.#idleTimer = setTimeout(() => {
      connection.fail("25P03", "terminating connection due to idle-in-transaction timeout");
    }, this.#options.idleInTransactionMs);
  }
}

/** Runs wire protocol messages and returns the complete answer of the database. */
export type Execute = (messages: Buffer) => Promise<Buffer>;

/** The server uses some dozens of names. More names would be a bug, and fill the memory of the session. */
const keptMax = 200;

/**
 * Named statements of the shared session. Each connection prepares its own; the session keeps one per name. A connection that
 * prepares another text under a known name is refused.
 */
export class NamedStatements {
  readonly #execute: Execute;
  readonly #parsed = new Map<string, Buffer>();

  constructor(execute: Execute) {
    this.#execute = execute;
  }

  async execute({ bytes, naming }: Batch): Promise<Buffer> {
    if (!naming) return this.#execute(bytes);
    const name = parsedName(naming.parse);
    const known = this.#parsed.get(name);
    if (known?.equals(naming.parse)) return Buffer.concat([parseComplete, await this.#execute(naming.rest)]);
    if (known || this.#parsed.size >= keptMax) return this.#execute(refusalQuery(refusal));
    const answer = await this.#execute(bytes);
    if (isParseComplete(answer)) this.#parsed.set(name, Buffer.from(naming.parse));
    return answer;
  }
}

const refusal =
  "named statements are shared between connections of the embedded database: one name, one text";

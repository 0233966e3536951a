import { refusalQuery } from "./session-guard.ts";
import type { Batch } from "./wire-connection.ts";
import { isParseComplete, parseComplete, parsedName } from "./wire-messages.ts";

/** Runs wire protocol messages to their end and hands back everything the database answered. */
export type Execute = (messages: Buffer) => Promise<Buffer>;

/** Our own code uses some dozens of names: more is a bug, and would fill the session's memory. */
const keptMax = 200;

/**
 * Named statements of a session that many connections share: each connection makes its own, the session makes one of a name. So a
 * name may only ever mean one text; a connection that gives it another one is refused.
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

import { expect } from "vitest";
import type { ServerProcess } from "#test/support/server-process.ts";

const clients = 12;

/** Signs people up as fast as the server accepts them, and records the confirmed ones. */
export class ConfirmedSignups {
  readonly #confirmed = new Map<string, string>();
  readonly statuses = new Map<number, number>();
  #number = 0;

  get count(): number {
    return this.#confirmed.size;
  }

  /** Sends sign-ups until the signal. An interrupted request counts as unconfirmed; answers must be 201 or 503. */
  async load({ url }: Pick<ServerProcess, "url">, until: AbortSignal): Promise<void> {
    const client = async () => {
      while (!until.aborted) await this.signUp(url);
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  /** @returns the status; 0 when the connection broke */
  async signUp(url: string): Promise<number> {
    this.#number += 1;
    const email = `inscrit-${this.#number}@exemple.fr`;
    const answer = await fetch(`${url}/api/signups/user`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ firstname: "Anaïs", name: "Le Goff", email, responses: {} }),
    }).catch(() => null);
    if (answer === null) return this.#count(0, 20);
    const body = (await answer.json().catch(() => null)) as { id?: string } | null;
    if (answer.status === 201 && body?.id) this.#confirmed.set(email, body.id);
    return this.#count(answer.status, answer.status === 503 ? 20 : 0);
  }

  /** @param stored all rows of the database */
  expectNothingLost(stored: { id: string; email: string }[]): void {
    const ids = new Map(stored.map(({ email, id }) => [email, id]));
    expect(ids.size, "a person is stored twice").toBe(stored.length);
    expect([...this.#confirmed].filter(([email, id]) => ids.get(email) !== id)).toEqual([]);
  }

  async #count(status: number, pauseMs: number): Promise<number> {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (pauseMs > 0) await new Promise((done) => setTimeout(done, pauseMs));
    return status;
  }
}

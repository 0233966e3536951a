import { expect } from "vitest";
import type { ServerProcess } from "#test/support/server-process.ts";

/** Promised limits while the database is away, in milliseconds. */
const promised = { ready: 2_000, signUp: 10_000 };
const recovery = { timeout: 60_000, interval: 250 };

/** A server with watched visitors: no confirmed sign-up may be lost. */
export class WatchedServer {
  readonly #server: ServerProcess;
  readonly #confirmed: { id: string | undefined; email: string }[] = [];
  #number = 0;

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  /** Signs a person up and expects an answer within the promised time. @returns its status */
  async signUp(): Promise<number> {
    this.#number += 1;
    const email = `personne-${this.#number}@exemple.fr`;
    const answer = await this.#askWithin(promised.signUp, "/api/signups/user", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ firstname: "Anaïs", name: "Le Goff", email, responses: {} }),
    });
    const { id } = (await answer.json()) as { id?: string };
    if (answer.status === 201) this.#confirmed.push({ id, email });
    return answer.status;
  }

  /** Asks for readiness and expects an answer within the promised time. @returns its status */
  async ready(): Promise<number> {
    return (await this.#askWithin(promised.ready, "/api/ready")).status;
  }

  async expectAway(): Promise<void> {
    await expect.poll(() => this.ready(), recovery).toBe(503);
    for (let round = 0; round < 4; round += 1) {
      const statuses = await Promise.all(Array.from({ length: 15 }, () => this.signUp()));
      expect(new Set(statuses)).toEqual(new Set([503]));
      expect(await this.ready()).toBe(503);
      expect((await this.#askWithin(promised.ready, "/api/health")).status).toBe(200);
      await new Promise((done) => setTimeout(done, 1_100)); // readiness caches its answer for a second
    }
  }

  async expectBack(): Promise<void> {
    await expect.poll(() => this.ready(), recovery).toBe(200);
    await expect.poll(() => this.signUp(), recovery).toBe(201);
    const statuses = await Promise.all(Array.from({ length: 30 }, () => this.signUp()));
    expect(new Set(statuses)).toEqual(new Set([201]));
  }

  /** @param stored all rows of the database */
  expectNothingLost(stored: { id: string; email: string }[]): void {
    const ids = new Map(stored.map(({ email, id }) => [email, id]));
    expect(ids.size, "a person is stored twice").toBe(stored.length);
    expect(this.#confirmed.filter(({ email, id }) => ids.get(email) !== id)).toEqual([]);
  }

  /** Expects one log line at the begin and one at the end of each outage, with its failures, and none about single requests. */
  async expectOutages(count: number): Promise<void> {
    await expect.poll(() => this.#lines("the database is back").length, recovery).toBe(count);
    expect(this.#lines("the database is away")).toHaveLength(count);
    for (const { failed } of this.#lines("the database is back")) {
      expect(failed).toMatchObject({ "request failed": expect.any(Number) });
    }
    const all = this.#lines();
    const since = all.slice(all.findIndex(({ message }) => message === "the database is away"));
    const troubles = since.filter(({ level }) => level === "warn" || level === "error");
    const expected = /^(the database is away|no backups are made)/;
    expect(troubles.filter(({ message }) => !expected.test(message))).toEqual([]);
    expect(this.#server.output()).not.toMatch(/insert into|@exemple\.fr/);
  }

  #lines(message?: string): LogLine[] {
    const lines = this.#server.output().split("\n");
    const parsed = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as LogLine);
    return parsed.filter((line) => message === undefined || line.message === message);
  }

  async #askWithin(ms: number, path: string, init?: RequestInit): Promise<Response> {
    const from = performance.now();
    const answer = await fetch(`${this.#server.url}${path}`, init);
    expect(performance.now() - from, `${path} took too long`).toBeLessThan(ms);
    return answer;
  }
}

type LogLine = { level: string; message: string; failed?: Record<string, number> };

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

type Server = { url: string };
type Phase = { name: string; signups: number; reads: number; errors: string[] };

/** The number of parallel visitors. Each pauses between two forms: there is always a visitor, but this is not a benchmark. */
const clients = 6;
const breathMs = 20;
const answerLimitMs = 30_000;

/**
 * People who read the questionnaire and sign up, and an administrator who reads the list. They use the servers in service by
 * turns, as behind a load balancer. Every unexpected answer is an error.
 */
export class Visitors {
  readonly phases: Phase[] = [];
  /** Ids of the sign-ups that were answered with 201, by address. */
  readonly confirmed = new Map<string, string>();
  readonly #cookie: string;
  readonly #questionId: string;
  readonly #underWay = new Set<{ server: Server | undefined; ended: Promise<unknown> }>();
  #servers: Server[] = [];
  #turn = 0;

  constructor({ cookie, questionId }: { cookie: string; questionId: string }) {
    this.#cookie = cookie;
    this.#questionId = questionId;
  }

  /** Begins a phase: visitors use these servers, and results are recorded under this name. */
  enter(name: string, servers: Server[]): void {
    this.#servers = servers;
    this.phases.push({ name, signups: 0, reads: 0, errors: [] });
  }

  /** Resolves when a server out of service has answered all its requests. */
  async haveLeft(server: Server): Promise<void> {
    const there = [...this.#underWay].filter((request) => request.server === server);
    await Promise.all(there.map(({ ended }) => ended));
  }

  async load(until: AbortSignal): Promise<void> {
    const repeat = async (visit: () => Promise<void>) => {
      while (!until.aborted) {
        await visit();
        await pause(breathMs);
      }
    };
    const visitors = Array.from({ length: clients }, () => repeat(() => this.#visit()));
    await Promise.all([...visitors, repeat(() => this.#readList())]);
  }

  async #visit(): Promise<void> {
    const questionnaire = await this.#read("/api/questionnaire?audience=user");
    if (!questionnaire) return;
    const email = `personne-${this.confirmed.size}-${randomUUID()}@exemple.fr`;
    const form = {
      firstname: "Anaïs",
      name: "Le Goff",
      email,
      responses: { [this.#questionId]: "Au fil des saisons" },
    };
    // About every third form is sent twice at once, like a double click: to both versions when two are in service.
    const key = randomUUID();
    const times = this.#turn % 3 === 0 ? 2 : 1;
    const ids = await Promise.all(Array.from({ length: times }, () => this.#signUp(form, key)));
    for (const id of ids.filter((one) => one !== null)) {
      const known = this.confirmed.get(email) ?? id;
      if (known !== id) this.#phase().errors.push(`one form became two people: ${known}, ${id}`);
      this.confirmed.set(email, known);
    }
  }

  async #signUp(form: object, key: string): Promise<string | null> {
    const phase = this.#phase();
    const answer = await this.#ask<{ id: string }>("/api/signups/user", 201, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(form),
    });
    if (answer) phase.signups += 1;
    return answer?.id ?? null;
  }

  async #readList(): Promise<void> {
    await this.#read("/api/admin/signups/user", { cookie: this.#cookie });
  }

  async #read(path: string, headers: Record<string, string> = {}): Promise<object | null> {
    const phase = this.#phase();
    const body = await this.#ask<{ items: unknown[] }>(path, 200, { headers });
    if (body) phase.reads += 1;
    return body;
  }

  async #ask<Body extends object>(path: string, expected: number, init: RequestInit): Promise<Body | null> {
    const server = this.#servers[this.#turn++ % this.#servers.length];
    const ended = this.#askServer<Body>(`${server?.url}${path}`, expected, init);
    const request = { server, ended };
    this.#underWay.add(request);
    try {
      return await ended;
    } finally {
      this.#underWay.delete(request);
    }
  }

  /** @returns the body of the expected answer; for another answer or a broken connection, records the fault and returns null */
  async #askServer<Body extends object>(
    url: string,
    expected: number,
    init: RequestInit,
  ): Promise<Body | null> {
    const phase = this.#phase();
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(answerLimitMs) });
      if (answer.status === expected) return (await answer.json()) as Body;
      phase.errors.push(`${url}: ${answer.status} ${await answer.text()}`);
    } catch (error) {
      const { message, cause } = error as Error;
      phase.errors.push(`${url}: ${message}${cause instanceof Error ? ` (${cause.message})` : ""}`);
    }
    return null;
  }

  #phase(): Phase {
    const phase = this.phases.at(-1);
    if (!phase) throw new Error("no phase: call enter() first");
    return phase;
  }
}

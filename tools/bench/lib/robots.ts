import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Puzzle } from "#contract/shield.ts";
import { mintFormToken } from "#server/shield/form-token.rules.ts";
import { solvePuzzle } from "#web/site/signup/proof-of-work.ts";
import { authSecret, benchSignup } from "./sample-data.ts";

type Attack = {
  port: number;
  /** Whether the robots bring tokens of the right age and do the work that is asked for; else they send the form alone. */
  plays: boolean;
  /** The address of each attempt, by its number. */
  addresses: (attempt: number) => string;
  windowMs: number;
  attemptsMax: number;
};

type Answer = { status: number; body: { token?: string; puzzle?: Puzzle | null } };

/** Attempts in flight, and how long a line rests after an attempt that is refused for its network. */
const lines = 16;
const restMs = 40;

export const robotAddresses = {
  /** Another /64 each time. */
  "one /48": (attempt: number) => `2001:db8:7:${(attempt % 65_536).toString(16)}::1`,
  /** Each in a network of its own. */
  "1,000 addresses": (attempt: number) => `10.${(attempt % 1_000) >> 8}.${(attempt % 1_000) & 255}.9`,
} as const;

/** @returns accepted sign-ups per minute */
export async function attack(options: Attack): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: lines });
  const start = performance.now();
  const progress = { attempts: 0, accepted: 0 };
  const goesOn = () =>
    performance.now() - start < options.windowMs && progress.attempts < options.attemptsMax;
  const line = async () => {
    while (goesOn()) {
      progress.attempts += 1;
      const status = await signUpAs(agent, options, progress.attempts);
      if (status === 201) progress.accepted += 1;
      if (status === 429) await sleep(restMs);
    }
  };
  await Promise.all(Array.from({ length: lines }, line));
  agent.destroy();
  return (progress.accepted / (performance.now() - start)) * 60_000;
}

async function signUpAs(agent: Agent, attack: Attack, attempt: number): Promise<number> {
  const signup = benchSignup(`robot-${attempt}`);
  const send = (more: object) => post(agent, attack, attempt, { ...signup, ...more });
  if (!attack.plays) return (await send({})).status;
  const issuedAt = new Date(Date.now() - 60_000);
  const first = await send({ token: mintFormToken(authSecret, { audience: "user", issuedAt }) });
  const { token, puzzle } = first.body;
  if (first.status !== 403 || !token || !puzzle) return first.status;
  const nonces = await solveInTurns(puzzle, signup.email);
  return (await send({ token, proof: { nonces } })).status;
}

/** One core works for all the robots, as quickly as a visitor's browser does. */
async function solveInTurns(puzzle: Puzzle, email: string): Promise<number[]> {
  const steps = solvePuzzle(puzzle, email);
  let step = steps.next();
  while (!step.done) {
    await new Promise((resolve) => setImmediate(resolve));
    step = steps.next();
  }
  return step.value;
}

function post(agent: Agent, { port, addresses }: Attack, attempt: number, body: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const content = JSON.stringify(body);
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(content),
      "x-forwarded-for": addresses(attempt),
    };
    const call = request(
      { host: "127.0.0.1", port, path: "/api/signups/user", method: "POST", agent, headers },
      (answer) => {
        text(answer).then(
          (received) => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(received) }),
          reject,
        );
      },
    );
    call.on("error", reject);
    call.end(content);
  });
}

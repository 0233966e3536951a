import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { formTokenLimits, type Puzzle } from "#contract/shield.ts";
import { networksOf } from "#server/lib/http/client-address.ts";
import { ApiError } from "#server/lib/http/errors.ts";
import { createSignupIntake } from "#server/signups/signups.service.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { createShield, deleteExpiredShieldData, type Shield } from "./shield.service.ts";
import { agedToken, solvePuzzle } from "./shield.test-helpers.ts";

let context: TestApp;
let time = new Date("2026-03-01T10:00:00Z");
let people = 0;

beforeAll(async () => {
  context = await createTestApp({ now: () => time });
});

afterAll(() => context.close());

beforeEach(async () => {
  time = new Date(time.getTime() + 3_600_000);
  for (const table of ["beta_signups", "shield_state", "shield_counts", "signup_buckets", "email_log"]) {
    await context.db.execute(sql`delete from ${sql.identifier(table)}`);
  }
});

const wait = (ms: number) => {
  time = new Date(time.getTime() + ms);
};

/** Makes an instance that shares its counts before the test ends. Otherwise its timer would add them to the next test. */
function instance(): Shield {
  const shield = createShield(context.dependencies);
  onTestFinished(() => shield.exchange());
  return shield;
}

const scripted = { scripted: true };
const token = () => agedToken(context.dependencies.config.authSecret, { now: time });

/** Counts the admitted attempts from these addresses, in turn. */
async function admitted(
  shield: Shield,
  addresses: string[],
  { count, channel = scripted }: { count: number; channel?: { scripted: boolean } },
): Promise<number> {
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    const networks = networksOf(addresses[index % addresses.length] ?? "");
    try {
      await shield.admitAttempt(networks, channel);
      sum += 1;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error;
    }
  }
  return sum;
}

const range = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => name(index));

describe("a minute's attempts", () => {
  test.each([
    ["an IPv4 address", ["192.0.2.1"], 30],
    ["an IPv4 address in all its spellings", ["192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201"], 30],
    ["an IPv4 /24", range(200, (index) => `192.0.2.${index}`), 60],
    ["an IPv6 /64", range(200, (index) => `2001:db8:0:1::${index.toString(16)}`), 30],
    [
      "an IPv6 /56",
      range(250, (index) => `2001:db8:0:ab${(index % 256).toString(16).padStart(2, "0")}::1`),
      120,
    ],
    ["an IPv6 /48", range(250, (index) => `2001:db8:7:${index.toString(16)}00::1`), 240],
  ])("a minute's attempts of %s are bounded", async (_, addresses, max) => {
    expect(await admitted(instance(), addresses, { count: 1_000 })).toBe(max);
  });

  test("a minute's attempts of one network do not limit other networks", async () => {
    const shield = instance();
    await admitted(shield, ["192.0.2.1"], { count: 100 });
    expect(await admitted(shield, ["198.51.100.1", "2001:db8::1"], { count: 60 })).toBe(60);
  });
});

describe("two instances", () => {
  test("two instances share what a network may send once they have exchanged their counts", async () => {
    const [one, other] = [instance(), instance()];
    expect(await admitted(one, ["192.0.2.1"], { count: 20 })).toBe(20);
    await one.exchange();
    expect(await admitted(other, ["192.0.2.1"], { count: 2 })).toBe(2);
    await other.exchange();
    expect(await admitted(other, ["192.0.2.1"], { count: 20 })).toBe(8);
  });

  test("two instances exchange their counts on a timer", async () => {
    const [one, other] = [instance(), instance()];
    await admitted(one, ["192.0.2.1"], { count: 30 });
    await expect
      .poll(async () => (await context.db.execute(sql`select key from signup_buckets`)).rows.length)
      .toBe(2);
    await admitted(other, ["192.0.2.1"], { count: 2 });
    await expect.poll(() => admitted(other, ["192.0.2.1"], { count: 1 })).toBe(0);
  });

  test("two instances together admit at most one additional allowance, for which later attempts wait", async () => {
    const [one, other] = [instance(), instance()];
    const both =
      (await admitted(one, ["192.0.2.1"], { count: 50 })) +
      (await admitted(other, ["192.0.2.1"], { count: 50 }));
    expect(both).toBe(60);
    await one.exchange();
    await other.exchange();
    await one.exchange();
    wait(60_000);
    const later = await Promise.all(
      [one, other].map((shield) => admitted(shield, ["192.0.2.1"], { count: 1 })),
    );
    expect(later).toContain(0);
  });

  test("two instances forget what one of them counted while its clock was ahead", async () => {
    const right = time;
    wait(400 * 86_400_000);
    const before = instance();
    await admitted(before, ["192.0.2.1"], { count: 30 });
    await before.exchange();
    time = right;
    const after = instance();
    await admitted(after, ["192.0.2.1"], { count: 2 });
    await after.exchange();
    expect(await admitted(after, ["192.0.2.1"], { count: 40 })).toBe(28);
  });

  test("two instances keep the shared limit after one of them restarts", async () => {
    const before = instance();
    await admitted(before, ["192.0.2.1"], { count: 30 });
    await before.exchange();
    const after = instance();
    await admitted(after, ["192.0.2.1"], { count: 2 });
    await after.exchange();
    expect(await admitted(after, ["192.0.2.1"], { count: 30 })).toBe(0);
  });

  test("two instances store no address in the table, and delete the row of a quiet network", async () => {
    const shield = instance();
    await admitted(shield, ["192.0.2.1"], { count: 5 });
    await shield.exchange();
    const { rows } = await context.db.execute(sql`select * from signup_buckets`);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain("192.0.2");
    wait(60_000);
    await deleteExpiredShieldData(context.dependencies);
    expect((await context.db.execute(sql`select * from signup_buckets`)).rows).toEqual([]);
  });
});

test("without the database each instance counts by itself and refuses no sign-up for that reason", async () => {
  const gone = await createTestApp({ now: () => time });
  await gone.close();
  const shield = createShield(gone.dependencies);
  expect(await admitted(shield, ["192.0.2.1"], { count: 50 })).toBe(30);
  const form = { audience: "user", token: token(), proof: undefined, email: "a@b.fr", ...scripted } as const;
  expect(await shield.admitForm(form)).toMatchObject({ token: { id: expect.any(String) } });
  expect((await shield.report()).state).toBe("calm");
});

/** Addresses in `count` different networks. */
const crowd = (count: number) => range(count, (index) => `2001:db8:${index.toString(16)}::1`);

describe("pressure", () => {
  test("pressure is measured over all instances, and falls after five quiet minutes", async () => {
    // Fakes the timer with which an instance shares its counts, too.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const [one, other] = [instance(), instance()];
    await admitted(one, crowd(70), { count: 70 });
    await admitted(other, crowd(70), { count: 70 });
    await one.exchange();
    expect(await one.report()).toMatchObject({ state: "calm", perMinute: { sent: 70 } });
    await other.exchange();
    expect(await other.report()).toMatchObject({ state: "raised", perMinute: { sent: 140, refused: 0 } });
    const began = time.toISOString();
    wait(1_000);
    // The report waits at most half a second for the database.
    await expect
      .poll(() => one.report())
      .toMatchObject({ state: "raised", measured: "raised", since: began });
    wait(4 * 60_000);
    await one.exchange();
    expect((await one.report()).state).toBe("raised");
    wait(3 * 60_000);
    await expect.poll(() => one.report()).toMatchObject({ state: "calm", since: time.toISOString() });
  });

  test("the pressure report counts refused sign-ups by reason", async () => {
    const shield = instance();
    await admitted(shield, ["192.0.2.1"], { count: 31 });
    const form = { audience: "user", proof: undefined, email: "a@b.fr", ...scripted } as const;
    await expect(shield.admitForm({ ...form, token: "none" })).rejects.toMatchObject({
      code: "token_missing",
    });
    shield.count("robot");
    await shield.exchange();
    expect(await shield.report()).toMatchObject({
      perMinute: { sent: 31, refused: 3, accepted: 0 },
      refusedBy: { rate: 1, token: 1, proof: 0, robot: 1 },
      thresholds: { raised: { accepted: 60, attempts: 120 }, attack: { accepted: 300, attempts: 600 } },
    });
  });

  test("pressure alone never refuses a sign-up: under attack a network that was quiet is admitted", async () => {
    const shield = instance();
    await admitted(shield, crowd(700), { count: 700 });
    await shield.exchange();
    expect((await shield.report()).state).toBe("attack");
    expect(await admitted(shield, ["192.0.2.1"], { count: 5 })).toBe(5);
  });
});

type Refusal = { code: string; beside: { token: string; puzzle: Puzzle | null } };

describe("proof of work", () => {
  const email = "Lou@exemple.fr";
  const form = (given: { token: string; proof?: { nonces: number[] } }) => ({
    audience: "user" as const,
    proof: undefined,
    email,
    ...scripted,
    ...given,
  });
  const refusalOf = (outcome: Promise<unknown>): Promise<Refusal> =>
    outcome.then(
      () => Promise.reject(new Error("the form was admitted")),
      (error: Refusal) => error,
    );

  test("proof of work is required when the state rose after the form was shown, and the new token works at once", async () => {
    const shield = instance();
    const pass = await shield.issuePass("user");
    expect(pass.puzzle).toBeNull();
    wait(formTokenLimits.minAgeMs);
    await shield.force({ forced: "raised" }, "test");
    const refused = await refusalOf(shield.admitForm(form({ token: pass.token })));
    expect(refused).toMatchObject({ code: "proof_required", headers: {} });
    const { token, puzzle } = refused.beside;
    expect(puzzle).toMatchObject({ count: 16, bits: 14 });
    const proof = { nonces: solvePuzzle(puzzle as Puzzle, email) };
    await expect(shield.admitForm(form({ token, proof }))).resolves.toMatchObject({ token: {} });
  });

  test("proof of work is valid only for its token and its address", async () => {
    const shield = instance();
    await shield.force({ forced: "raised" }, "test");
    const pass = await shield.issuePass("user");
    wait(formTokenLimits.minAgeMs);
    const proof = { nonces: solvePuzzle(pass.puzzle as Puzzle, email) };
    const sent = form({ token: pass.token, proof });
    for (const changed of [{ email: email.toLowerCase() }, { token: token() }, { proof: { nonces: [] } }]) {
      expect(await refusalOf(shield.admitForm({ ...sent, ...changed }))).toMatchObject({
        code: "proof_required",
      });
    }
    await expect(shield.admitForm(sent)).resolves.toMatchObject({ token: {} });
  });

  test("a proof made when raised is not enough under attack, and the same visitor has to compute more", async () => {
    const shield = instance();
    await shield.force({ forced: "raised" }, "test");
    const pass = await shield.issuePass("user");
    wait(formTokenLimits.minAgeMs);
    const proof = { nonces: solvePuzzle(pass.puzzle as Puzzle, email) };
    const sent = form({ token: pass.token, proof });
    await shield.force({ forced: "attack" }, "test");
    expect(await refusalOf(shield.admitForm(sent))).toMatchObject({
      code: "proof_required",
      beside: { puzzle: { count: 16, bits: 16 } },
    });
    await shield.force({ forced: "calm" }, "test");
    await expect(shield.admitForm(sent)).resolves.toMatchObject({ token: {} });
  });
});

describe("people without JavaScript", () => {
  const unscripted = { scripted: false };

  async function signUp(shield: Shield) {
    people += 1;
    const intake = createSignupIntake({ ...context.dependencies, shield });
    const body = { firstname: "A", name: "B", email: `p${people}@exemple.fr`, responses: {}, token: token() };
    const device = { networks: [], userAgent: "" };
    return intake.takeSignup({ audience: "user", body, key: undefined, device, ...unscripted });
  }

  async function confirmationDelays(): Promise<number[]> {
    const { rows } = await context.db.execute<{ delay: number }>(sql`
      select round(extract(epoch from next_attempt_at - created_at))::int as delay from email_log order by created_at`);
    return rows.map(({ delay }) => delay);
  }

  test("people without JavaScript never get proof of work, but under pressure their confirmation waits", async () => {
    const shield = instance();
    await context.db.execute(sql`update email_templates set is_active = true where event = 'signup'`);
    for (const forced of ["calm", "raised", "attack"] as const) {
      await shield.force({ forced }, "test");
      await expect(signUp(shield)).resolves.toEqual(expect.any(String));
    }
    expect(await confirmationDelays()).toEqual([0, 300, 1_800]);
  });

  test("people without JavaScript have the usual allowance in calm, a fifth of it when raised, a fifteenth under attack", async () => {
    const shield = instance();
    const of = (address: string) => admitted(shield, [address], { count: 50, channel: unscripted });
    expect(await of("192.0.2.1")).toBe(30);
    await shield.force({ forced: "raised" }, "test");
    expect(await of("198.51.100.1")).toBe(6);
    await shield.force({ forced: "attack" }, "test");
    expect(await of("203.0.113.1")).toBe(2);
    expect(await admitted(shield, ["203.0.113.1"], { count: 5 })).toBe(5);
  });
});

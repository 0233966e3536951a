import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { type Puzzle, proofText, type ShieldState } from "#contract/shield.ts";
import { mintFormToken } from "#server/features/shield/form-token.rules.ts";
import { authSecret, type ServerProcess } from "#test/support/server-process.ts";
import { forceShield } from "./admin-accounts.ts";
import { defaultLimits, expect, test } from "./fixtures.ts";
import { fillUser, openDialog, sendButton, useTestQuestionnaire } from "./site-support.ts";

test.use(defaultLimits);

const person = { firstname: "Zoé", name: "Martin", email: "zoe@courrier.example" };

type Sent = { status: number; email: string; token?: string; nonces: number[]; key: string };
type Watch = { puzzles: Puzzle[]; sent: Sent[]; solverFetches: number };

/** What goes over the line between the form and the server. */
function watch(page: Page): Watch {
  const seen: Watch = { puzzles: [], sent: [], solverFetches: 0 };
  page.context().on("request", (request) => {
    if (/proof\.worker/.test(request.url())) seen.solverFetches += 1;
  });
  page.on("response", async (response) => {
    const { pathname } = new URL(response.url());
    if (!/^\/api\/(questionnaire|signups)/.test(pathname)) return;
    const answer = await response.json();
    if (answer.puzzle) seen.puzzles.push(answer.puzzle);
    if (!pathname.startsWith("/api/signups")) return;
    const body = response.request().postDataJSON();
    const { email, token } = body;
    const key = response.request().headers()["idempotency-key"] ?? "";
    seen.sent.push({ status: response.status(), email, token, nonces: body.proof?.nonces ?? [], key });
  });
  return seen;
}

const statuses = ({ sent }: Watch) => sent.map(({ status }) => status);

function expectSolved({ challenge, count, bits }: Puzzle, { email, nonces }: Sent): void {
  expect(nonces).toHaveLength(count);
  for (const [index, nonce] of nonces.entries()) {
    const digest = createHash("sha256")
      .update(proofText(challenge, email, index, nonce))
      .digest();
    expect(Math.clz32(digest.readUInt32BE(0))).toBeGreaterThanOrEqual(bits);
  }
}

async function expectThanks(page: Page): Promise<void> {
  const thanks = page.getByRole("heading", { name: "Merci pour votre inscription!" });
  await expect(thanks).toBeVisible({ timeout: 45_000 });
}

const storedEmails = async (site: ServerProcess) =>
  (await site.sql("select email from beta_signups order by created_at")).map(({ email }) => email);

test.beforeEach(async ({ site }) => {
  await useTestQuestionnaire(site);
  await forceShield(site, "calm");
});

test("in calm the form brings its token and no browser works for it", async ({ page, site }) => {
  const seen = watch(page);
  await openDialog(page);
  await fillUser(page, person);
  await sendButton(page).click();
  await expectThanks(page);
  await expect.poll(() => statuses(seen)).toEqual([201]);
  expect(seen.sent[0]).toMatchObject({ token: expect.any(String), nonces: [] });
  expect(seen.solverFetches).toBe(0);
  expect(await storedEmails(site)).toEqual([person.email]);
});

for (const state of ["raised", "attack"] satisfies ShieldState[]) {
  test(`in the state "${state}" the browser works while the form is filled, and nobody notices`, async ({
    page,
    site,
  }) => {
    await forceShield(site, state);
    const seen = watch(page);
    const dialog = await openDialog(page);
    expect(seen.solverFetches).toBe(0);
    const email = dialog.getByLabel("Adresse e-mail");
    await email.fill(person.email);
    await email.blur();
    await expect.poll(() => seen.solverFetches).toBe(1);
    await fillUser(page, person);
    await sendButton(page).click();
    await expectThanks(page);
    await expect.poll(() => statuses(seen)).toEqual([201]);
    const [puzzle] = seen.puzzles;
    expectSolved(puzzle as Puzzle, seen.sent[0] as Sent);
    expect(await storedEmails(site)).toEqual([person.email]);
  });
}

test("whoever fills the form in less than 3 s waits for the rest of them without knowing", async ({
  page,
  site,
}) => {
  await page.clock.install();
  const seen = watch(page);
  const dialog = await openDialog(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await dialog.getByRole("radio", { name: "Pour ma marque" }).check();
  await dialog.getByRole("radio", { name: "Pour moi" }).check();
  await fillUser(page, person);
  await dialog.getByRole("radio", { name: "Pour ma marque" }).check();
  // The questions of a brand have just arrived, and for this browser no time has passed since.
  await dialog.getByLabel("Site web").fill("www.epi.example");
  await sendButton(page).click();
  await expect(dialog.getByRole("button", { name: "Processing..." })).toBeDisabled();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(seen.sent).toEqual([]);
  await page.clock.runFor(3_000);
  await expectThanks(page);
  await expect.poll(() => statuses(seen)).toEqual([201]);
  expect(await site.sql("select email from brand_signups")).toEqual([{ email: person.email }]);
});

const refusedTokens: [code: string, token: () => string | undefined][] = [
  ["token_missing", () => undefined],
  ["token_missing", () => "un autre jeton"],
  ["token_expired", () => mint(-3 * 60 * 60 * 1_000)],
  ["token_too_young", () => mint(0)],
];
const mint = (ageMs: number) =>
  mintFormToken(authSecret, { audience: "user", issuedAt: new Date(Date.now() + ageMs) });

for (const [index, [code, token]] of refusedTokens.entries()) {
  test(`a sign-up that is refused with ${code} is sent once more without a word (${index + 1})`, async ({
    page,
    site,
    allowConsole,
  }) => {
    allowConsole(/403/);
    await forceShield(site, "raised");
    const seen = watch(page);
    const codes: string[] = [];
    await page.route("**/api/signups/user", async (route) => {
      if (codes.length > 0) return route.continue();
      const postData = { ...route.request().postDataJSON(), token: token() };
      const answer = await route.fetch({ postData });
      codes.push((await answer.json()).error.code);
      await route.fulfill({ response: answer });
    });
    const dialog = await openDialog(page);
    await fillUser(page, person);
    await sendButton(page).click();
    await expectThanks(page);
    await expect(dialog.getByRole("alert")).toHaveCount(0);
    expect(codes).toEqual([code]);
    await expect.poll(() => statuses(seen)).toEqual([403, 201]);
    expect(seen.sent[1]?.key).toBe(seen.sent[0]?.key);
    expect(await storedEmails(site)).toEqual([person.email]);
  });
}

test("work that is asked for after the form was opened is done without a word", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/403/);
  const seen = watch(page);
  const dialog = await openDialog(page);
  await fillUser(page, person);
  await forceShield(site, "raised");
  await sendButton(page).click();
  await expect(dialog.getByRole("button", { name: "Processing..." })).toBeDisabled();
  await expectThanks(page);
  await expect.poll(() => statuses(seen)).toEqual([403, 201]);
  expectSolved(seen.puzzles.at(-1) as Puzzle, seen.sent[1] as Sent);
});

test("another address after a refusal gets work of its own", async ({ page, site, allowConsole }) => {
  allowConsole(/409/);
  await forceShield(site, "raised");
  await site.sql("insert into beta_signups (firstname, name, email) values ('A', 'B', 'prise@exemple.fr')");
  const seen = watch(page);
  const dialog = await openDialog(page);
  await fillUser(page, { ...person, email: "prise@exemple.fr" });
  await sendButton(page).click();
  await expect(dialog.getByRole("alert")).toHaveText("Cette adresse email est déjà inscrite à la bêta.");
  await dialog.getByLabel("Adresse e-mail").fill(person.email);
  await sendButton(page).click();
  await expectThanks(page);
  await expect
    .poll(() => seen.sent.map(({ status, email }) => [status, email]))
    .toEqual([
      [409, "prise@exemple.fr"],
      [201, person.email],
    ]);
  for (const sent of seen.sent) expectSolved(seen.puzzles[0] as Puzzle, sent);
});

test("another address after a lost answer is a sign-up of its own, with a fresh token", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/403|ERR_FAILED/);
  const seen = watch(page);
  await page.route(
    "**/api/signups/user",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const dialog = await openDialog(page);
  await fillUser(page, person);
  await sendButton(page).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByLabel("Adresse e-mail").fill("zoe@ailleurs.example");
  await sendButton(page).click();
  await expectThanks(page);
  await expect.poll(() => statuses(seen)).toEqual([403, 201]);
  expect(await storedEmails(site)).toEqual([person.email, "zoe@ailleurs.example"]);
});

test("a token that is refused twice is told, and sending again works", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/403/);
  let broken = 2;
  await page.route("**/api/signups/user", async (route) => {
    broken -= 1;
    if (broken < 0) return route.continue();
    await route.continue({ postData: { ...route.request().postDataJSON(), token: "non" } });
  });
  const dialog = await openDialog(page);
  await fillUser(page, person);
  await sendButton(page).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "Le formulaire n’a pas été reconnu. Envoyez-le à nouveau.",
  );
  await expect(dialog.getByRole("alert")).toBeFocused();
  await sendButton(page).click();
  await expectThanks(page);
  expect(await storedEmails(site)).toEqual([person.email]);
});

test("where workers are blocked the page does the work itself", async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "Worker", {
      value: class {
        constructor() {
          throw new DOMException("blocked", "SecurityError");
        }
      },
    });
  });
  await forceShield(site, "raised");
  const seen = watch(page);
  await openDialog(page);
  await fillUser(page, person);
  await sendButton(page).click();
  await expectThanks(page);
  await expect.poll(() => statuses(seen)).toEqual([201]);
  expectSolved(seen.puzzles[0] as Puzzle, seen.sent[0] as Sent);
});

test("when the solver cannot be fetched the form says so, and sending again works", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to (load|fetch)/);
  await forceShield(site, "raised");
  await page.context().route("**/proof.worker*", (route) => route.abort());
  const dialog = await openDialog(page);
  await fillUser(page, person);
  await sendButton(page).click();
  await expect(dialog.getByRole("alert")).toContainText("momentanément indisponible");
  await page.context().unroute("**/proof.worker*");
  await sendButton(page).click();
  await expectThanks(page);
  expect(await storedEmails(site)).toEqual([person.email]);
});

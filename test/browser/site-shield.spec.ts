import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { type Puzzle, proofText } from "#contract/shield.ts";
import type { ServerProcess } from "#test/support/server-process.ts";
import { forceShield } from "./admin-accounts.ts";
import { expect, test } from "./fixtures.ts";
import { expectThanks, fillUser, openDialog, sendButton, useTestQuestionnaire } from "./site-support.ts";

const person = { firstname: "Zoé", name: "Martin", email: "zoe@courrier.example" };

type Sent = { status: number; email: string; token?: string; nonces: number[]; key: string };
type Watch = { puzzles: Puzzle[]; sent: Sent[]; solverFetches: number };

/** Records the traffic between the form and the server. */
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

const storedEmails = async (site: ServerProcess) =>
  (await site.sql("select email from beta_signups order by created_at")).map(({ email }) => email);

test.beforeEach(async ({ site }) => {
  await useTestQuestionnaire(site);
  await forceShield(site, "calm");
});

// Other specs share the worker's server.
test.afterAll(({ site }) => forceShield(site, null));

test("without an attack the form sends its token and no proof of work", async ({ page, site }) => {
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

test("under attack the browser computes the proof while the visitor fills the form, without a visible sign", async ({
  page,
  site,
}) => {
  await forceShield(site, "attack");
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
  expectSolved(seen.puzzles[0] as Puzzle, seen.sent[0] as Sent);
  expect(await storedEmails(site)).toEqual([person.email]);
});

test("a proof that is required after the form was opened is computed and sent silently", async ({
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

test("the page computes the proof itself when workers are blocked", async ({ page, site }) => {
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

test("when the solver of the proof cannot be fetched, the form reports it, and sending again works", async ({
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

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { consentTexts } from "#contract/consent-texts.ts";
import type { ServerProcess } from "#test/support/server-process.ts";
import { expect } from "./fixtures.ts";

/** Without transitions, so that checks see the final colours. */
export const calm = { contextOptions: { reducedMotion: "reduce" } } as const;

/** A unique word, which separates the data of the tests on one server. */
export function uniqueWord(): string {
  return `z${randomUUID().replaceAll("-", "").slice(0, 12)}`;
}

type NewSignup = {
  firstname?: string;
  name: string;
  email: string;
  website?: string;
  status?: string;
  responses?: Record<string, unknown>;
};

/** Stores sign-ups as the site does. The first one is the newest. */
export async function storeSignups(
  site: ServerProcess,
  audience: "user" | "brand",
  signups: NewSignup[],
): Promise<void> {
  const rows = signups.map((signup, index) => ({
    firstname: "Zoé",
    status: "pending",
    responses: {},
    website: "https://exemple.fr",
    ...signup,
    age: index,
  }));
  const [table, website] = audience === "user" ? ["beta_signups", ""] : ["brand_signups", ", website"];
  await site.sql(
    `insert into ${table} (firstname, name, email, status, responses, created_at${website})
     select firstname, name, email, status, responses, now() - age * interval '1 minute'${website}
     from jsonb_to_recordset($1::jsonb)
       as row (firstname text, name text, email text, status text, responses jsonb, age int, website text)`,
    [JSON.stringify(rows)],
  );
}

/** Stores sign-ups with a confirmed consent to news. */
export async function storeReaders(
  ...[site, audience, signups]: Parameters<typeof storeSignups>
): Promise<void> {
  await storeSignups(site, audience, signups);
  await site.sql("insert into consent_texts (version, text) values ('e2e', $1) on conflict do nothing", [
    JSON.stringify(consentTexts),
  ]);
  await site.sql(
    `insert into consents (audience, signup_id, email_hash, purpose, text_version, confirmed_at)
     select $1, id, email_hash, 'news', 'e2e', now() from ${audience === "user" ? "beta_signups" : "brand_signups"}
     where email = any($2::text[])`,
    [audience, signups.map(({ email }) => email)],
  );
}

/**
 * Waits until the sign-ups with the last name `name` have exactly these statuses, because the screen shows a decision before the
 * server has answered.
 */
export async function expectStatuses(
  site: ServerProcess,
  name: string,
  counts: Record<string, number>,
): Promise<void> {
  await expect.poll(() => countByStatus(site, name)).toEqual(counts);
}

async function countByStatus(site: ServerProcess, name: string): Promise<Record<string, number>> {
  const rows = await site.sql<{ status: string; count: number }>(
    "select status, count(*)::int as count from beta_signups where name = $1 group by status",
    [name],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Opens a list with a search. Other filters may follow the word (`word&status=pending`). */
export async function openList(page: Page, path: "signups" | "brands", search: string): Promise<void> {
  await page.goto(`/admin/dashboard/${path}?search=${search}`);
  await expect(page.getByRole("searchbox")).toHaveValue(search.split("&")[0] ?? "");
}

/** The address of every screen, from the menu, the header and other screens of a super admin. */
export async function screenAddresses(page: Page): Promise<string[]> {
  await page.goto("/admin/dashboard/account");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // On a phone the menu is closed, but its links are in the page.
  const links = page.locator(
    "nav[aria-label='Menu d’administration'] a[href^='/admin'], header a[href^='/admin']",
  );
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const further = ["journal", "tokens", "imports"].map((path) => `/admin/dashboard/${path}`);
  const addresses = [...new Set([...hrefs, ...further])];
  expect(addresses).toContain("/admin/dashboard/help");
  return addresses;
}

/** Runs in the page: whether a screen is there, without a part that is still loading. */
function isScreenShown(): boolean {
  const heading = document.querySelector("h1");
  const isLoading =
    document.querySelector("main [aria-busy=true]") || document.body.innerText.includes("Chargement…");
  return heading?.checkVisibility() === true && !isLoading;
}

/** Opens a screen. Looks for its content more often than `expect` itself, because a sweep opens dozens of screens. */
export async function openScreen(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect.poll(() => page.evaluate(isScreenShown), { message: address, intervals: [30] }).toBe(true);
}

import { type APIRequestContext, expect, type Page, request } from "@playwright/test";
import type { ShieldState } from "#contract/shield.ts";
import { readLinkToken } from "#test/support/account-links.ts";
import type { ServerProcess } from "#test/support/server-process.ts";
import { uniqueWord } from "./admin-support.ts";
import { ensureSuperAdmin, superAdmin } from "./fixtures.ts";

export type Account = { email: string; password: string };

/** An administrator that no other test uses, so that the test may change, lock or delete it. */
export async function createAccount(
  site: ServerProcess,
  { isSuperAdmin = false, email = `${uniqueWord()}@tenue.example` } = {},
): Promise<Account> {
  await ensureSuperAdmin(site);
  const calls = await request.newContext({ baseURL: site.url, extraHTTPHeaders: { origin: site.url } });
  try {
    await signInOver(calls, superAdmin);
    const invited = await calls.post("/api/admin/admins", { data: { email, isSuperAdmin } });
    expect(invited.ok(), await invited.text()).toBe(true);
    const token = readLinkToken((await invited.json()).activationLink);
    const password = "Velours côtelé, 1968";
    const redeemed = await calls.post("/api/auth/reset-password", { data: { token, newPassword: password } });
    expect(redeemed.ok(), await redeemed.text()).toBe(true);
    await calls.post("/api/auth/sign-out");
    return { email, password };
  } finally {
    await calls.dispose();
  }
}

/** Forces a state of the shield as a super admin does; null lets the counts decide. */
export async function forceShield(site: ServerProcess, forced: ShieldState | null): Promise<void> {
  await ensureSuperAdmin(site);
  const calls = await request.newContext({ baseURL: site.url, extraHTTPHeaders: { origin: site.url } });
  try {
    await signInOver(calls, superAdmin);
    const answer = await calls.put("/api/admin/shield", { data: { forced } });
    expect(answer.ok(), await answer.text()).toBe(true);
  } finally {
    await calls.dispose();
  }
}

async function signInOver(calls: APIRequestContext, data: Account): Promise<void> {
  const answer = await calls.post("/api/auth/sign-in/email", { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Signs in the browser of `page` without the form. */
export async function enter(page: Page, site: ServerProcess, data: Account): Promise<void> {
  const answer = await page.request.post("/api/auth/sign-in/email", { data, headers: { origin: site.url } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Fills in the login form. */
export async function fillLogin(page: Page, { email, password }: Account): Promise<void> {
  await page.goto("/admin");
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("textbox", { name: "Mot de passe", exact: true }).fill(password);
  await page.getByRole("button", { name: "Se connecter" }).click();
}

/** Expects that a screen leads to the login, because there is no session. */
export async function expectSignedOut(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole("heading", { name: "Admin space" })).toBeVisible();
}

export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBe(0);
}

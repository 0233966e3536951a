import type { Page } from "@playwright/test";
import type { ServerProcess } from "#server/testing/server-process.ts";
import { openList, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect } from "./fixtures.ts";

/** Longer than what counts as one gesture. */
export const betweenPresses = 520;

/**
 * A list of people who wait, N000 being the newest.
 * @param filter what follows the search in the address
 * @returns their last name, which nobody else has
 */
export async function openWaiting(
  page: Page,
  site: ServerProcess,
  count: number,
  filter = "&status=pending",
): Promise<string> {
  const word = uniqueWord();
  const people = Array.from({ length: count }, (_, index) => ({
    firstname: `N${String(index).padStart(3, "0")}`,
    name: word,
    email: `${index}.${word}@exemple.fr`,
  }));
  await storeSignups(site, "user", people);
  await openList(page, "signups", `${word}${filter}`);
  await expect(page.getByRole("button", { name: /^Détails/ }).first()).toBeVisible();
  return word;
}

export const focused = (page: Page) => page.locator("[data-signup]:focus");
export const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.waitForTimeout(betweenPresses);
}

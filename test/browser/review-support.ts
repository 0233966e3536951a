import type { Page } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
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

/** Opens a sign-up by its button, and waits until it can be decided on: nobody decides on what is not shown yet. */
export async function openDetails(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Détails de ${name}` }).click();
  await expect(dialog(page, name).getByRole("region", { name: "Réponses au questionnaire" })).toBeVisible();
  await expect(page.locator("[role=dialog]:focus, [role=dialog] :focus")).toHaveCount(1);
}

/** Has the page note when the next key was pressed. */
export async function notePress(page: Page): Promise<void> {
  await page.evaluate(() => {
    const note = ({ timeStamp }: Event) => {
      document.documentElement.dataset.pressedAt = String(timeStamp);
    };
    window.addEventListener("keydown", note, { once: true, capture: true });
  });
}

/** The second press of a gesture, 150 ms after the one that was noted, handed over only now by a busy browser. */
export async function pressHandedOverLate(page: Page, key: string): Promise<void> {
  await page.evaluate((pressed) => {
    const late = new KeyboardEvent("keydown", { key: pressed, bubbles: true, cancelable: true });
    const timeStamp = Number(document.documentElement.dataset.pressedAt) + 150;
    Object.defineProperty(late, "timeStamp", { value: timeStamp });
    document.activeElement?.dispatchEvent(late);
  }, key);
}

export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.waitForTimeout(betweenPresses);
}

/** Asks a question and gives the answers of somebody who wrote a whole page to it. */
export async function longAnswer(site: ServerProcess, question: string): Promise<Record<string, string>> {
  const [asked] = await site.sql<{ id: string }>(
    `insert into questionnaire_items (question, field_type, required, active, order_position, target_type)
     select $1, 'textarea', false, false, coalesce(max(order_position), 0) + 1, 'user'
     from questionnaire_items returning id`,
    [question],
  );
  return { [asked?.id ?? ""]: "Une longue histoire. ".repeat(200) };
}

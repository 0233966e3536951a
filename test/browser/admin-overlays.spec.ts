import type { Page } from "@playwright/test";
import { stillFor } from "#test/support/still.ts";
import { calm, openScreen, screenAddresses, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

/** Runs in the page: marks one button of each kind; of a list, only buttons of the first row. @returns the kinds */
function markButtons(isFirst: boolean): string[] {
  const kinds = new Set<string>();
  // The header has the same buttons on every screen, so only the first screen includes them.
  const places = isFirst ? "main button:enabled, header button:enabled" : "main button:enabled";
  for (const button of document.querySelectorAll<HTMLElement>(places)) {
    const row = button.closest("tr, li");
    const isRepeated = row && row.previousElementSibling?.localName === row.localName;
    const name = (button.getAttribute("aria-label") ?? button.textContent ?? "").trim();
    const kind = name.replace(/«.*?»|\d[\d\s.,]*/g, "#").slice(0, 22);
    if (isRepeated || kind === "" || kinds.has(kind) || !button.checkVisibility()) continue;
    kinds.add(kind);
    button.dataset.kind = kind;
  }
  return [...kinds];
}

/** Runs in the page: finds the newest open dialog, menu or list; null without one. */
function findOverlay(): { isInView: boolean; hasFocus: boolean } | null {
  const isDrawn = (overlay: Element) =>
    overlay.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const overlay = [...document.querySelectorAll("[role=dialog], [role=menu], [role=listbox]")]
    .filter(isDrawn)
    .at(-1);
  if (!overlay) return null;
  const { left, top, right } = overlay.getBoundingClientRect();
  const isInView = left >= 0 && right <= innerWidth + 1 && top >= 0 && top < innerHeight - 40;
  const hasFocus = overlay.matches("[role=listbox]") || overlay.contains(document.activeElement);
  return { isInView, hasFocus };
}

async function open(page: Page, address: string, isFirst: boolean): Promise<string[]> {
  await openScreen(page, address);
  await page.evaluate(stillFor, 10);
  return page.evaluate(markButtons, isFirst);
}

/** @returns whether the condition became true in time */
async function becomes(read: () => Promise<boolean>, timeout: number): Promise<boolean> {
  try {
    await expect.poll(read, { timeout, intervals: [50] }).toBe(true);
    return true;
  } catch {
    return false;
  }
}

/** Scrolls to the end, clicks the button and checks the overlay. @returns the fault; null without a fault, undefined without an overlay */
async function tryButton(page: Page, kind: string): Promise<string | null | undefined> {
  const find = () => page.evaluate(findOverlay);
  // On a busy machine the overlay of the previous button may open late. It is closed here unchecked.
  if (await find()) await page.keyboard.press("Escape");
  await becomes(async () => (await find()) === null, 3_000);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const button = page.locator(`[data-kind="${kind}"]`);
  await button.evaluate((element) => element.scrollIntoView({ block: "center" })); // not below the header
  await button.click({ timeout: 5_000 });
  await page.evaluate(stillFor, 24); // 400 ms, or longer on a busy machine
  if ((await find()) === null) {
    await page.keyboard.press("Escape"); // closes the menu
    return undefined;
  }
  if (!(await becomes(async () => (await find())?.isInView === true, 3_000))) return "opens out of view";
  if (!(await becomes(async () => (await find())?.hasFocus === true, 3_000)))
    return "does not take the focus";
  await page.keyboard.press("Escape");
  if (!(await becomes(async () => (await find()) === null, 3_000))) return "stays open";
  const isFocused = () => page.evaluate(() => document.activeElement !== document.body);
  return (await becomes(isFocused, 3_000)) ? null : "loses the focus";
}

/** Buttons that act immediately and open no overlay. */
const acting = /Déconnexion|Tester|Télécharger|Exporter|Sauvegarder|Enregistrer|Approuver|Rejeter/;

test("every dialog, menu and list opens in view at 800 px, closes with Escape and gives the focus back", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  test.setTimeout(600_000);
  allowConsole(/.*/);
  await page.setViewportSize({ width: 800, height: 740 });
  const email = `${uniqueWord()}@exemple.fr`;
  await storeSignups(site, "user", [{ name: "Martin", email }]);
  await storeSignups(site, "brand", [{ name: "Lin", email }]);
  const faults: string[] = [];
  let opened = 0;
  const addresses = [...(await screenAddresses(page)), "/admin/dashboard/email-sender/new"];
  for (const [index, address] of addresses.entries()) {
    for (const kind of await open(page, address, index === 0)) {
      const button = page.locator(`[data-kind="${kind}"]`);
      if ((await button.count()) !== 1) await open(page, address, index === 0);
      const isThere = (await button.count()) === 1 && (await button.isEnabled());
      if (acting.test(kind) || !isThere) continue;
      const fault = await tryButton(page, kind).catch(({ message }: Error) => message.slice(0, 200));
      if (fault !== undefined) opened += 1;
      if (!fault) continue;
      faults.push(`${address} '${kind}' ${fault}`);
      await open(page, address, index === 0);
    }
  }
  expect(faults).toEqual([]);
  expect(opened).toBeGreaterThan(26);
});

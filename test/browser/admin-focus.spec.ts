import type { Page } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { calm, screenAddresses, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

declare global {
  interface Window {
    focusWalk: { stops: number; faults: string[]; isOver: boolean; isWhole: boolean };
  }
}

/** Enough rows for screens to be longer than the window. */
async function storeRows(site: ServerProcess): Promise<void> {
  const word = uniqueWord();
  const signups = Array.from({ length: 12 }, (_, index) => ({
    name: `Martin ${index}`,
    email: `${word}-${index}@exemple.fr`,
  }));
  await storeSignups(site, "user", signups);
  await storeSignups(site, "brand", signups);
  await site.sql(
    `insert into questionnaire_items (question, field_type, options, order_position, target_type)
     select 'Vos tissus ' || n || ' ?', 'select', '["Lin", "Soie"]', 800 + n, 'both' from generate_series(1, 8) n`,
  );
  await site.sql(
    `insert into email_log (recipient_email, subject, content, status, email_type)
     select 'zoe' || n || '@exemple.fr', 'Bonjour', '<p>Bonjour</p>', 'sent', 'transactional' from generate_series(1, 12) n`,
  );
}

/** Runs in the page: looks at what has the focus whenever Tab is about to move it on, when all scrolling is done. */
function watchFocus(): void {
  const isSeparate = (part: Element, box: Element) =>
    ["sticky", "fixed"].includes(getComputedStyle(part).position) && !part.contains(box);
  const coverOf = (hit: Element | null, box: Element): Element | null => {
    for (let part = hit; part && !part.contains(box); part = part.parentElement)
      if (isSeparate(part, box)) return part;
    return null;
  };
  const nameOf = (element: Element) =>
    `${element.localName} '${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 50)}'`;
  /** The control's own box, or its label's when the native control is invisible. */
  const boxOf = (element: Element): Element => {
    const { width, height } = element.getBoundingClientRect();
    const isDrawn = width > 4 && height > 4 && getComputedStyle(element).opacity !== "0";
    const label = (element as HTMLInputElement).labels?.[0];
    return isDrawn ? element : (label ?? element.closest("label") ?? element.parentElement ?? element);
  };
  const faultOf = (element: Element): string | null => {
    const box = boxOf(element);
    const rect = box.getClientRects()[0];
    if (!rect) return `${nameOf(element)} is not drawn`;
    const [left, right] = [Math.max(0, rect.left + 1), Math.min(innerWidth, rect.right) - 1];
    const middle = (left + right) / 2;
    // Of a text or a chart the beginning or the end is enough.
    const isLong = rect.height > 200;
    const edges = [rect.top + 1, rect.bottom - 1];
    const shown = isLong ? edges.filter((y) => y > 0 && y < innerHeight) : edges;
    if (shown.length === 0) return `${nameOf(element)} is out of view`;
    const points = shown.flatMap((y) => [left, middle, right].map((x) => ({ x, y })));
    const out = points.some(({ y }) => y < 0 || y > innerHeight);
    if (out)
      return `${nameOf(element)} is out of view: ${Math.round(rect.top)} to ${Math.round(rect.bottom)}`;
    const covers = points.map(({ x, y }) => coverOf(document.elementFromPoint(x, y), box));
    const free = covers.filter((cover) => cover === null).length;
    const cover = covers.find((found) => found !== null);
    const isHidden = isLong ? free < 3 : free < points.length;
    if (isHidden && cover) return `${nameOf(element)} is under ${cover.localName}.${cover.className}`;
    const centre = document.elementFromPoint(middle, (rect.top + rect.bottom) / 2);
    const around = box.closest("label, .mantine-Input-wrapper, .mantine-Switch-body") ?? box;
    if (!isLong && centre && !around.contains(centre) && !centre.contains(box))
      return `${nameOf(element)} is behind ${nameOf(centre)}`;
    return null;
  };
  window.focusWalk = { stops: 0, faults: [], isOver: false, isWhole: true };
  addEventListener(
    "keydown",
    (event) => {
      const focused = document.activeElement;
      const walk = window.focusWalk;
      if (event.key !== "Tab" || walk.isOver || focused?.matches("[data-start]")) return;
      const isLeft = !focused || !(walk.isWhole ? focused !== document.body : focused.closest("main"));
      if (isLeft) {
        walk.isOver = walk.stops > 0;
        return;
      }
      walk.stops += 1;
      const fault = faultOf(focused);
      if (fault) walk.faults.push(`${event.shiftKey ? "back" : "forth"}: ${fault}`);
    },
    true,
  );
}

/** Tabs through the page; but for its whole only through the screen, which differs. */
async function walk(page: Page, way: { isForth: boolean; isWhole: boolean }) {
  await page.evaluate(({ isForth, isWhole }) => {
    const start = document.createElement("span");
    start.tabIndex = -1;
    start.dataset.start = "";
    const place = isWhole || !isForth ? document.body : document.querySelector("main");
    place?.[isForth ? "prepend" : "append"](start);
    start.focus({ preventScroll: true });
    window.focusWalk = { stops: 0, faults: [], isOver: false, isWhole };
  }, way);
  if (!way.isForth) await page.keyboard.down("Shift");
  for (let series = 0; series < 30; series += 1) {
    // Sent together: no press waits for the answer to the one before.
    await Promise.all(Array.from({ length: 20 }, () => page.keyboard.press("Tab")));
    if (await page.evaluate(() => window.focusWalk.isOver)) break;
  }
  await page.keyboard.up("Shift");
  const { stops, faults } = await page.evaluate(() => window.focusWalk);
  expect(stops, page.url()).toBeGreaterThan(0);
  return { stops, faults };
}

test("Tab finds every control of every screen in view and uncovered, forth and back", {
  tag: "@mobile",
}, async ({ adminPage: page, site }) => {
  test.setTimeout(300_000);
  await storeRows(site);
  await page.addInitScript(watchFocus);
  const below = [
    "email-sender/new",
    ...["templates", "log", "domain", "suppressions"].map((tab) => `emails?tab=${tab}`),
  ];
  const addresses = [...(await screenAddresses(page)), ...below.map((path) => `/admin/dashboard/${path}`)];
  const faults: string[] = [];
  let stops = 0;
  for (const [index, address] of addresses.entries()) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Chargement…")).toHaveCount(0);
    for (const isForth of [true, false]) {
      const found = await walk(page, { isForth, isWhole: index === 0 });
      stops += found.stops;
      faults.push(...found.faults.map((fault) => `${address} ${fault}`));
    }
  }
  expect(faults).toEqual([]);
  expect(stops).toBeGreaterThan(800);
});

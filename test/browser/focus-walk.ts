import { expect, type Page } from "@playwright/test";

declare global {
  interface Window {
    focusWalk: { stops: number; faults: string[]; isOver: boolean; isWhole: boolean };
  }
}

/** Runs in the page: checks the focused element before each press of Tab, when the page has scrolled to it. */
export function watchFocus(): void {
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
    // It is enough when the beginning or the end of a long element, for example a chart, is visible.
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

/**
 * Tabs forth and back through the page, in which `watchFocus` has to run since it was loaded.
 * @param isWhole walks through header and menu too, not only through the screen
 * @returns the controls that are out of view or covered while they have the focus
 */
export async function walkFocus(page: Page, { isWhole }: { isWhole: boolean }) {
  const ways = [await walk(page, { isForth: true, isWhole }), await walk(page, { isForth: false, isWhole })];
  return {
    stops: ways.reduce((total, { stops }) => total + stops, 0),
    faults: ways.flatMap(({ faults }) => faults),
  };
}

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
    // Sent together, so that no press waits for the answer to the previous one.
    await Promise.all(Array.from({ length: 20 }, () => page.keyboard.press("Tab")));
    if (await page.evaluate(() => window.focusWalk.isOver)) break;
  }
  await page.keyboard.up("Shift");
  const { stops, faults } = await page.evaluate(() => window.focusWalk);
  expect(stops, page.url()).toBeGreaterThan(0);
  return { stops, faults };
}

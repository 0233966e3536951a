import type { Page } from "@playwright/test";
import { type Color, contrast, Pixels } from "./pixels.ts";

/** What WCAG asks of what shows where the focus is, against what lies beside it and against the same place without focus. */
const enough = 3;
/** How far inside and outside of an element its ring is looked for. */
const reach = 12;
/** How thick the ring has to be at least. */
const thickness = 2;

type Stop = {
  name: string;
  /** Points on the element's edge, relative to the clip, each with the direction that leads out of it. */
  edges: { x: number; y: number; outX: number; outY: number }[];
  clip: { x: number; y: number; width: number; height: number };
};

/** What is wrong with the ring around the focused element, in words; nothing if it is seen everywhere. */
export async function ringFaults(page: Page): Promise<string[]> {
  const stop = await page.evaluate(focusedStop, reach);
  if (stop === null) return ["the focus is on nothing"];
  const focused = new Pixels(await page.screenshot({ clip: stop.clip, animations: "disabled" }));
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>("*")) {
      if (getComputedStyle(part).outlineStyle !== "none") part.dataset["ringless"] = "";
    }
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("[data-ringless] { outline: none !important; box-shadow: none !important; }");
    document.adoptedStyleSheets = [sheet];
  });
  const plain = new Pixels(await page.screenshot({ clip: stop.clip, animations: "disabled" }));
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
    for (const part of document.querySelectorAll<HTMLElement>("[data-ringless]"))
      delete part.dataset["ringless"];
  });
  const sides = Map.groupBy(stop.edges, ({ outX, outY }) => sideOf(outX, outY));
  return [...sides].flatMap(([side, edges]) => {
    const faults = edges.map((edge) => faultAt(edge, stop.clip, { focused, plain })).filter(Boolean);
    // Where a line of ink meets the ink of a letter, or of a neighbour, there is nothing to be seen of it.
    return faults.length > 1 ? [`${stop.name}, ${side}: ${faults[0]}`] : [];
  });
}

const sideOf = (outX: number, outY: number) =>
  outX < 0 ? "left" : outX > 0 ? "right" : outY < 0 ? "top" : "bottom";

function faultAt(edge: Stop["edges"][number], clip: Stop["clip"], shots: { focused: Pixels; plain: Pixels }) {
  const points = Array.from({ length: reach * 2 }, (_, index) => reach - index)
    .map((out) => ({ x: edge.x + edge.outX * out, y: edge.y + edge.outY * out }))
    .filter((point) => isIn(point, clip));
  const profile = points.map(({ x, y }) => shots.focused.at(x, y));
  const before = points.map(({ x, y }) => shots.plain.at(x, y));
  const changed = profile.filter((color, index) => contrast(color, before[index] ?? color) >= enough);
  if (changed.length < thickness) return `only ${changed.length} px change`;
  return hasLine(profile) ? "" : `no line that stands out on both sides: ${profile.join(" ")}`;
}

const isIn = ({ x, y }: { x: number; y: number }, clip: Stop["clip"]) =>
  x >= 0 && y >= 0 && x < clip.width - 0.5 && y < clip.height - 0.5;

/** Whether a run of one colour, as thick as a ring has to be, contrasts with its neighbours; one blended pixel may lie between. */
function hasLine(profile: Color[]): boolean {
  return profile.some((color, start) => {
    let end = start;
    while (end < profile.length && String(profile[end]) === String(color)) end += 1;
    if (end - start < thickness || String(profile[start - 1]) === String(color)) return false;
    const standsOut = (near: number, far: number) =>
      [profile[near], profile[far]].some((other) => other !== undefined && contrast(other, color) >= enough);
    return standsOut(start - 1, start - 2) && standsOut(end, end + 1);
  });
}

/** Runs in the page, once what leaving the stop before has moved lies still. */
async function focusedStop(around: number): Promise<Stop | null> {
  const active = document.activeElement;
  if (!active || active === document.body) return null;
  for (let still = 0, before = Number.NaN; still < 10; ) {
    active.scrollIntoView({ block: "center", behavior: "instant" });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const { top } = active.getBoundingClientRect();
    still = top === before ? still + 1 : 0;
    before = top;
  }
  const candidates = [active, active.nextElementSibling, ...active.children].filter((part) => part !== null);
  const ringed = candidates.find((part) => getComputedStyle(part).outlineStyle !== "none") ?? active;
  const rects = [...ringed.getClientRects()];
  const [first] = rects;
  const last = rects.at(-1);
  if (!first || !last) return null;
  const left = Math.max(0, Math.floor(Math.min(...rects.map((rect) => rect.left)) - around));
  const top = Math.max(0, Math.floor(Math.min(...rects.map((rect) => rect.top)) - around));
  const right = Math.min(
    document.documentElement.clientWidth,
    Math.max(...rects.map((rect) => rect.right)) + around,
  );
  const bottom = Math.min(innerHeight, Math.max(...rects.map((rect) => rect.bottom)) + around);
  const at = (x: number, y: number, outX: number, outY: number) => ({ x: x - left, y: y - top, outX, outY });
  const shares = [0.35, 0.5, 0.65];
  const ends = shares.flatMap((share) => [
    at(first.left, first.top + first.height * share, -1, 0),
    at(last.right, last.top + last.height * share, 1, 0),
  ]);
  // A link that is broken over lines has the rest of itself above and below.
  const sides = shares.flatMap((share) => [
    at(first.left + first.width * share, first.top, 0, -1),
    at(first.left + first.width * share, first.bottom, 0, 1),
  ]);
  const name = active.getAttribute("aria-label") || active.textContent?.trim() || active.getAttribute("name");
  return {
    name: `${active.tagName.toLowerCase()} « ${name?.slice(0, 40)} »`,
    edges: rects.length === 1 ? [...ends, ...sides] : ends,
    clip: { x: left, y: top, width: Math.floor(right - left), height: Math.floor(bottom - top) },
  };
}

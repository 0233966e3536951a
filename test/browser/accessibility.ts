import type { Page } from "@playwright/test";
import axe from "axe-core";

/** What a theme may change of the page; everything else is the same in the others. */
const colourRules = ["color-contrast", "link-in-text-block"];

type Finding = { rule: string; help: string; nodes: string[] };

/**
 * What axe finds on the page once animations have ended. In the page itself: the package for Playwright opens
 * another page for each look, and nothing may run in the only frames that there are, those of mails.
 */
export async function findBarriers(page: Page, { coloursOnly = false } = {}): Promise<Finding[]> {
  await page.evaluate(motionEnded);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(runAxe, coloursOnly ? colourRules : null);
}

/** Runs in the page. */
async function runAxe(rules: string[] | null): Promise<Finding[]> {
  const { axe: loaded } = window as unknown as { axe: typeof axe };
  const { violations } = await loaded.run(
    // Nothing may run in a mail's frame, so that axe would wait in it for ever.
    { exclude: [["iframe[sandbox='']"]] },
    { resultTypes: ["violations"], ...(rules && { runOnly: { type: "rule", values: rules } }) },
  );
  return violations.map(({ id, help, nodes }) => ({
    rule: id,
    help,
    nodes: nodes.map(({ html }) => html.slice(0, 200)),
  }));
}

/** Half-way through a fade every text lacks contrast. Runs in the page; what moves for ever is not waited for. */
async function motionEnded(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isMoving = () =>
    document
      .getAnimations()
      .some(
        ({ playState, effect }) =>
          playState === "running" && effect?.getComputedTiming().endTime !== Infinity,
      );
  for (let still = 0; still < 3; still = isMoving() ? 0 : still + 1) await nextFrame();
}

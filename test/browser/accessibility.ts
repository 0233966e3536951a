import type { Page } from "@playwright/test";
import axe from "axe-core";

/** The rules whose result may differ between themes. */
const colourRules = ["color-contrast", "link-in-text-block"];

type Finding = { rule: string; help: string; nodes: string[] };

/**
 * The findings of axe on the page after its animations have ended. axe runs in the page itself, because its Playwright package
 * opens another page for each run. The only frames are those of mails, in which no script may run.
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
    // No script may run in a mail's frame, so axe would wait for it forever.
    { exclude: [["iframe[sandbox='']"]] },
    { resultTypes: ["violations"], ...(rules && { runOnly: { type: "rule", values: rules } }) },
  );
  return violations.map(({ id, help, nodes }) => ({
    rule: id,
    help,
    nodes: nodes.map(({ html }) => html.slice(0, 200)),
  }));
}

/** Runs in the page: waits for animations, because a half-faded text lacks contrast. Ignores endless animations. */
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

import type { Page } from "@playwright/test";
import { goTo } from "./back-office.ts";
import { settled, timeToPaint } from "./painted.ts";

/** An action that an administrator repeats often. */
export type Gesture = {
  title: string;
  /** Null for the reference with which the others are compared. */
  goalMs: number | null;
  /** @param repetitions how often the gesture will be repeated */
  prepare?: (page: Page, repetitions: number) => Promise<void>;
  /** Performs the gesture once. @returns milliseconds until its result is painted */
  once: (page: Page) => Promise<number>;
};

const [decisionMs, pagingMs] = [100, 150];

/** Presses within half a second are one gesture; meanwhile lists are refetched and the next page is prefetched. */
const betweenMs = 600;

const pendingList = "/signups?status=pending";
const approveButton = 'button[aria-label^="Approuver"]';
const firstRow = `document.querySelector("[data-signup]")?.dataset.signup`;
const pageNumber = `document.querySelector("nav[aria-label=Pagination] span")?.textContent`;
const dialogName = `document.querySelector("[role=dialog] bdi")?.textContent`;
const focusedRow = "document.activeElement.dataset.signup";
const rowOf = (id: string) => `document.querySelector('[data-signup="${id}"]')`;
const isDecided = (id: string) => `!${rowOf(id)}?.querySelector('${approveButton}')`;

/** Decisions and pages of the list of sign-ups. */
export const gestures: Gesture[] = [
  {
    title: "decision by key in the list",
    goalMs: decisionMs,
    prepare: focusFirst,
    async once(page) {
      const id = await page.evaluate<string>(focusedRow);
      return timeToPaint(page, { event: "keydown", shown: isDecided(id) }, () => page.keyboard.press("a"));
    },
  },
  {
    title: "decision taken back by key",
    goalMs: decisionMs,
    prepare: focusFirst,
    async once(page) {
      const id = await page.evaluate<string>(focusedRow);
      await page.keyboard.press("a");
      await rest(page);
      return timeToPaint(page, { event: "keydown", shown: rowOf(id) }, () => page.keyboard.press("z"));
    },
  },
  {
    title: "decision by key in the dialog, until the next one is shown",
    goalMs: decisionMs,
    async prepare(page) {
      await focusFirst(page);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Approuver" }).waitFor();
    },
    async once(page) {
      const shown = `${dialogName} !== ${JSON.stringify(await page.evaluate<string>(dialogName))}`;
      return timeToPaint(page, { event: "keydown", shown }, () => page.keyboard.press("a"));
    },
  },
  {
    title: "decision by click in the list",
    goalMs: decisionMs,
    prepare: (page) => goTo(page, pendingList),
    async once(page) {
      const row = page.locator(`[data-signup]:has(${approveButton})`).first();
      if ((await row.count()) === 0) await goTo(page, pendingList);
      const shown = isDecided((await row.getAttribute("data-signup")) ?? "");
      return timeToPaint(page, { event: "click", shown }, () => row.locator(approveButton).click());
    },
  },
  {
    title: "next page, fetched ahead",
    goalMs: pagingMs,
    prepare: (page) => goTo(page, "/signups"),
    once: (page) => turn(page, "Page suivante"),
  },
  {
    title: "previous page, seen before",
    goalMs: pagingMs,
    async prepare(page, repetitions) {
      await goTo(page, "/signups");
      for (let seen = 0; seen < repetitions; seen += 1) await turn(page, "Page suivante");
    },
    once: (page) => turn(page, "Page précédente"),
  },
  {
    title: "last page, not fetched ahead",
    goalMs: pagingMs,
    prepare: (page) => goTo(page, "/signups"),
    async once(page) {
      await goTo(page, "/signups");
      return turn(page, "Dernière page");
    },
  },
  {
    title: "another status, not fetched ahead",
    goalMs: pagingMs,
    prepare: (page) => goTo(page, "/signups"),
    async once(page) {
      await goTo(page, "/signups");
      const tab = page.getByRole("button", { name: /^Approuvés/ });
      return timeToPaint(page, { event: "click", shown: otherRows(await page.evaluate(firstRow)) }, () =>
        tab.click(),
      );
    },
  },
];

/**
 * The time that the browser alone needs: a key replaces the rows of one page by those of another, as ready markup. React cannot
 * use the page afterwards.
 */
export const bareRows: Gesture = {
  title: "ten rows put there by the browser alone",
  goalMs: null,
  async prepare(page) {
    await goTo(page, "/signups");
    const rows = () => page.evaluate<string>(`document.querySelector("main tbody").innerHTML`);
    const pages = [await rows()];
    await turn(page, "Page suivante");
    pages.push(await rows());
    await page.evaluate(`addEventListener("keydown", ({ key }) => {
      if (key !== "F8") return;
      const body = document.querySelector("main tbody");
      const next = body.dataset.page === "0" ? 1 : 0;
      body.innerHTML = ${JSON.stringify(pages)}[next];
      body.dataset.page = next;
    }), undefined`);
  },
  async once(page) {
    const before = await page.evaluate<string>(`document.querySelector("main tbody").dataset.page`);
    const shown = `document.querySelector("main tbody").dataset.page !== ${JSON.stringify(before)}`;
    return timeToPaint(page, { event: "keydown", shown }, () => page.keyboard.press("F8"));
  },
};

/** Repeats one gesture with a pause between the repetitions. */
export async function measureGesture(
  page: Page,
  { prepare, once }: Gesture,
  repetitions: number,
): Promise<number[]> {
  await prepare?.(page, repetitions);
  const times: number[] = [];
  for (let done = 0; done < repetitions; done += 1) {
    await rest(page);
    times.push(await once(page));
  }
  return times;
}

async function focusFirst(page: Page): Promise<void> {
  await goTo(page, pendingList);
  await page.locator("[data-signup]").first().focus();
}

async function rest(page: Page): Promise<void> {
  await page.waitForTimeout(betweenMs);
  await settled(page, 100);
}

async function turn(page: Page, name: string): Promise<number> {
  await rest(page);
  const [number, row] = await page.evaluate<[string, string]>(`[${pageNumber}, ${firstRow}]`);
  const shown = `${pageNumber} !== ${JSON.stringify(number)} && ${otherRows(row)}`;
  const button = page.getByRole("button", { name, exact: true });
  return timeToPaint(page, { event: "click", shown }, () => button.click());
}

const otherRows = (first: string) => `${firstRow} && ${firstRow} !== ${JSON.stringify(first)}`;

import type { Page } from "@playwright/test";

// Code for the page is text, because this side has no DOM types.

/** Milliseconds from an input to the frame that shows its result. */
export type Watched = {
  /** The input event. Its time stamp is the time at which the browser received the input. */
  event: "keydown" | "click";
  /** An expression that runs in the page and is true as soon as the document contains the result. */
  shown: string;
};

const limitMs = 60_000;

/**
 * Measures the time from an input to the frame that shows its result. After each change of the document or of the focus, the page
 * checks for the result. The frame counts as painted when a message arrives that its animation callback posted: the browser
 * delivers this message after the frame and before other tasks.
 */
export async function timeToPaint(
  page: Page,
  { event, shown }: Watched,
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate(`globalThis.painted = new Promise((resolve, reject) => {
    let start = null;
    const observer = new MutationObserver(look);
    function look() {
      if (start === null || !(${shown})) return;
      observer.disconnect();
      removeEventListener("focusin", look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - start);
      requestAnimationFrame(() => port2.postMessage(null));
    }
    addEventListener("${event}", ({ timeStamp }) => (start = timeStamp), { capture: true, once: true });
    addEventListener("focusin", look);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    setTimeout(() => reject(new Error("not shown: " + ${JSON.stringify(shown)})), ${limitMs});
  }), undefined`);
  await act();
  return page.evaluate<number>("painted");
}

/** Counts the calls that are under way, for pages that are opened from now on. */
export async function countCalls(page: Page): Promise<void> {
  await page.addInitScript(`globalThis.callsUnderWay = 0;
    const call = globalThis.fetch;
    globalThis.fetch = (...args) => {
      callsUnderWay += 1;
      return call(...args).finally(() => (callsUnderWay -= 1));
    };`);
}

/** Waits until no call is under way and the page has not changed for `quietMs`. */
export async function settled(page: Page, quietMs = 400): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let timer;
    const observer = new MutationObserver(restart);
    function restart() {
      clearTimeout(timer);
      timer = setTimeout(end, ${quietMs});
    }
    function end() {
      if (callsUnderWay > 0) return restart();
      observer.disconnect();
      resolve();
    }
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    restart();
  })`);
}

/**
 * The code that runs before React. It intercepts no link to a page. A clicked link is marked at once, even when the next page is
 * slow. React is fetched after the page has loaded, when the browser is idle or at the first sign that the visitor is about to
 * act. The <script> element of this code has the address of React's file in `data-entry`.
 */
const entry = document.currentScript?.dataset["entry"] ?? "";
const intents = ["pointerdown", "pointermove", "touchstart", "keydown", "focusin", "scroll"];
let asked = false;

function fetchReact(): void {
  if (asked) return;
  asked = true;
  import(/* @vite-ignore */ entry).catch(() => {
    asked = false; // the next sign of intent retries; the links work meanwhile
  });
}

function answerClick(event: MouseEvent): void {
  if (
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  showNothing();
  const link = (event.target as Element).closest("a");
  if (link?.getAttribute("href") === "#")
    event.preventDefault(); // a placeholder link, which would scroll to the top
  else if (link?.origin === location.origin && !link.target && !link.hash) link.dataset["going"] = "";
}

function showNothing(): void {
  for (const link of document.querySelectorAll<HTMLElement>("[data-going]")) delete link.dataset["going"];
}

addEventListener("click", answerClick);
addEventListener("pageshow", showNothing);
addEventListener("load", () => {
  for (const intent of intents) addEventListener(intent, fetchReact, { once: true, passive: true });
  if ("requestIdleCallback" in window) requestIdleCallback(fetchReact, { timeout: 5_000 });
  else setTimeout(fetchReact, 1_000);
});

export {};

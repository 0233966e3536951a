/**
 * All that runs before React. Nothing that leads anywhere is intercepted: until React is there links are links, and what was clicked shows it
 * at once, however long the next page takes. React is fetched when the page is there and the browser has nothing else to
 * do, or at the first later sign that the visitor is about to act. Its own <script> names React's file in `data-entry`.
 */
const entry = document.currentScript?.dataset["entry"] ?? "";
const intents = ["pointerdown", "pointermove", "touchstart", "keydown", "focusin", "scroll"];
let asked = false;

function fetchReact(): void {
  if (asked) return;
  asked = true;
  import(/* @vite-ignore */ entry).catch(() => {
    asked = false; // the next sign asks again; meanwhile the links do their work
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
    event.preventDefault(); // a placeholder, which would jump to the top
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

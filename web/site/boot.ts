/**
 * All that runs before React: it fetches React when the browser has nothing else to do, or at the first sign that somebody
 * is about to act, and repeats a click that came too early. Its own <script> names React's file in `data-entry`.
 */
const page = document.documentElement;
const entry = document.currentScript?.dataset["entry"] ?? "";
const intents = ["pointerdown", "pointermove", "touchstart", "keydown", "focusin", "scroll"];
let asked = false;
let early: HTMLElement | null = null;

page.classList.add("js");

function fetchReact(): void {
  if (asked) return;
  asked = true;
  import(/* @vite-ignore */ entry).catch(giveUp);
}

/** The fallback of the clicked element: what its link, or `data-late`, names. */
function giveUp(): void {
  asked = false;
  const target = early?.getAttribute("href") ?? early?.dataset["late"];
  early = null;
  if (target) location.href = target;
}

function keepClick(event: MouseEvent): void {
  if (event.button > 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const target = (event.target as Element).closest<HTMLElement>("[data-late]");
  if (!target) return;
  event.preventDefault();
  event.stopPropagation();
  early = target;
  fetchReact();
}

for (const intent of intents) addEventListener(intent, fetchReact, { once: true, passive: true });
addEventListener("click", keepClick, true);
addEventListener(
  "react-ready",
  () => {
    removeEventListener("click", keepClick, true);
    early?.click();
  },
  { once: true },
);
addEventListener("load", () => {
  if ("requestIdleCallback" in window) requestIdleCallback(fetchReact, { timeout: 5_000 });
  else setTimeout(fetchReact, 1_000);
});

export {};

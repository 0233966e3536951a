import { limits } from "#contract/limits.ts";
import { startSignUp } from "../signup/start-sign-up.ts";
import { carrySource, countPassage } from "../visit-source.ts";
import { homeIds } from "./ids.ts";
import { startPlayer } from "./player.tsx";
import { startViews } from "./views.ts";

/**
 * Adds the behaviour of the home page. The server's HTML is not replaced: each part finds its elements and adds to them, and React
 * renders only into empty elements, so that changes by a translator or an extension are kept.
 * @param signal removes the behaviour
 */
export function startHome(signal: AbortSignal): void {
  const carryOn = () => carrySource(document);
  for (const start of [
    carryOn,
    countView,
    startViews,
    startSignUp,
    startPlayer,
    startFloatingButton,
    startReveals,
  ]) {
    try {
      start(signal);
    } catch (error) {
      reportError(error); // the other parts start nevertheless
    }
  }
}

/** Counts a view of the page. A prerendered page counts when the browser shows it. */
function countView(): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener("prerenderingchange", countView);
  else countPassage("view");
}

/** The space between the floating button and the film's controls. */
const gapPx = 6;

/**
 * Shows the button while the beta section is below 30 % of the viewport's height, or once the page is scrolled by more than 300 px.
 * Moves the button above the captions and controls of the film when it would cover them.
 */
function startFloatingButton(signal: AbortSignal): void {
  const button = document.getElementById(homeIds.floatingButton);
  const section = document.getElementById(homeIds.betaSection);
  const foot = document.getElementById(homeIds.filmFoot);
  if (!button || !section) return;
  const update = () => {
    const below = section.getBoundingClientRect().top > innerHeight * limits.floatingButtonViewportShare;
    button.hidden = !below && scrollY <= limits.floatingButtonScrollPx;
    button.dataset["points"] = below ? "down" : "up";
    if (!foot) return;
    const { top, bottom, height } = foot.getBoundingClientRect();
    const head = button.offsetTop - gapPx;
    const sole = button.offsetTop + button.offsetHeight + gapPx;
    const meets = height > 0 && top < sole && bottom > head;
    button.style.translate = meets ? `0 ${top - sole}px` : "";
  };
  const observer = new ResizeObserver(update);
  if (foot) observer.observe(foot);
  signal.addEventListener("abort", () => observer.disconnect());
  addEventListener("scroll", update, { passive: true, signal });
  addEventListener("resize", update, { signal });
  update();
}

/**
 * Makes the parts with `data-reveal` appear when 15 % of them are in view. They are hidden at the first scroll, and only
 * below the fold, so that a screenshot of the whole page without scrolling shows all parts. With reduced motion no part is hidden.
 */
function startReveals(signal: AbortSignal): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        if (intersectionRatio < limits.revealThreshold) continue;
        target.setAttribute("data-reveal", "shown");
        observer.unobserve(target);
      }
    },
    { threshold: limits.revealThreshold },
  );
  const hideBelowFold = () => {
    for (const part of document.querySelectorAll("[data-reveal]")) {
      if (part.getBoundingClientRect().top < innerHeight) continue;
      part.setAttribute("data-reveal", "waiting");
      observer.observe(part);
    }
  };
  signal.addEventListener("abort", () => observer.disconnect());
  addEventListener("scroll", hideBelowFold, { once: true, passive: true, signal });
}

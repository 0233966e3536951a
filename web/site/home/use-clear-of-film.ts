import { type RefObject, useEffect } from "react";

/** Space that stays between the two. */
const gapPx = 6;

/** Lifts a floating element above the foot of the film, so that it never lies over captions and controls. */
export function useClearOfFilm(floating: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const foot = document.getElementById("film-foot");
    if (!foot) return;
    const update = () => {
      const element = floating.current;
      if (!element) return;
      const { top, bottom, height } = foot.getBoundingClientRect();
      const head = element.offsetTop - gapPx;
      const sole = element.offsetTop + element.offsetHeight + gapPx;
      const meets = height > 0 && top < sole && bottom > head;
      element.style.translate = meets ? `0 ${top - sole}px` : "";
    };
    const observer = new ResizeObserver(update);
    observer.observe(foot);
    addEventListener("scroll", update, { passive: true });
    addEventListener("resize", update);
    return () => {
      observer.disconnect();
      removeEventListener("scroll", update);
      removeEventListener("resize", update);
    };
  }, [floating]);
}

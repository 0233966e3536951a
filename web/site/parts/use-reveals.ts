import { useEffect } from "react";
import { limits } from "#contract/limits.ts";

/**
 * Lets the parts marked with `data-reveal` appear when 15 % of them are in view. What is in view already when React arrives
 * stays as it is, so that nothing a visitor reads vanishes; without JavaScript or with reduced motion all is simply there.
 */
export function useReveals(): void {
  useEffect(() => {
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
    for (const part of document.querySelectorAll("[data-reveal]")) {
      if (part.getBoundingClientRect().top < innerHeight) continue;
      part.setAttribute("data-reveal", "waiting");
      observer.observe(part);
    }
    return () => observer.disconnect();
  }, []);
}

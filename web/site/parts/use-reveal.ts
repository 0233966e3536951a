import { useEffect, useRef } from "react";
import { limits } from "#contract/limits.ts";

/**
 * Lets an element appear when 15 % of it are in view. What is in view already when React arrives stays as it is, so that
 * nothing a visitor reads vanishes; without JavaScript or with reduced motion everything is simply there.
 */
export function useReveal<Part extends HTMLElement>() {
  const ref = useRef<Part>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    if (element.getBoundingClientRect().top < innerHeight) return;
    element.dataset["reveal"] = "waiting";
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry || entry.intersectionRatio < limits.revealThreshold) return;
        element.dataset["reveal"] = "shown";
        observer.disconnect();
      },
      { threshold: limits.revealThreshold },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return ref;
}

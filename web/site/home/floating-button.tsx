import { useEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { ArrowIcon } from "../parts/icons.tsx";
import styles from "./floating-button.module.css";
import { useClearOfFilm } from "./use-clear-of-film.ts";

type Place = { shown: boolean; below: boolean };

/** A plain link to the section, so that it works without React too; the page's style makes the way there smooth. */
export function FloatingButton() {
  const { shown, below } = useBetaPlace();
  const link = useRef<HTMLAnchorElement>(null);
  useClearOfFilm(link);
  return (
    <a ref={link} href="#beta-section" className={styles["button"]} hidden={!shown}>
      <span lang="en">Join the beta</span>
      <ArrowIcon direction={below ? "down" : "up"} />
    </a>
  );
}

/** Shown while the section lies below 30 % of the viewport's height, or once the page is scrolled by more than 300 px. */
function useBetaPlace(): Place {
  const [place, setPlace] = useState<Place>({ shown: true, below: true });
  useEffect(() => {
    const update = () => {
      const top = document.getElementById("beta-section")?.getBoundingClientRect().top ?? 0;
      const below = top > innerHeight * limits.floatingButtonViewportShare;
      const shown = below || scrollY > limits.floatingButtonScrollPx;
      setPlace((now) => (now.below === below && now.shown === shown ? now : { shown, below }));
    };
    update();
    addEventListener("scroll", update, { passive: true });
    addEventListener("resize", update);
    return () => {
      removeEventListener("scroll", update);
      removeEventListener("resize", update);
    };
  }, []);
  return place;
}

import type { MouseEvent } from "react";
import { brand } from "#contract/brand.ts";
import styles from "./masthead.module.css";
import { SocialLinks } from "./social-links.tsx";
import { Wordmark } from "./wordmark.tsx";

type MastheadProps = {
  /** False where the logo itself is the picture: on the opening spread. */
  logo?: boolean;
  /** Brings back the home view; without it the logo is a plain link to the home page. */
  onHome?: () => void;
};

/** The strip on top of every page: the logo, which leads home, and the social icons. */
export function Masthead({ onHome, logo = true }: MastheadProps) {
  const goHome = (event: MouseEvent) => {
    if (!onHome || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onHome();
  };
  return (
    <header className={logo ? styles["strip"] : styles["bare"]}>
      {logo && (
        <a href="/" className={styles["logo"]} aria-label={`${brand.name}, accueil`} onClick={goHome}>
          <Wordmark />
        </a>
      )}
      <SocialLinks />
    </header>
  );
}

import type { MouseEvent } from "react";
import { brand } from "#contract/brand.ts";
import styles from "./masthead.module.css";
import { isPlainClick } from "./plain-click.ts";
import { SocialLinks } from "./social-links.tsx";
import { Still } from "./still.tsx";
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
    if (!onHome || !isPlainClick(event)) return;
    event.preventDefault();
    onHome();
  };
  return (
    <header className={logo ? styles["strip"] : styles["bare"]}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: it is the link in it that is clicked, or followed by key */}
      <div hidden={!logo} onClick={goHome}>
        <Still render={import.meta.env.SSR ? () => <Logo /> : null} />
      </div>
      <Still render={import.meta.env.SSR ? () => <SocialLinks /> : null} />
    </header>
  );
}

function Logo() {
  return (
    <a href="/" className={styles["logo"]} aria-label={`${brand.name}, accueil`}>
      <Wordmark />
    </a>
  );
}

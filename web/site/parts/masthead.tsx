import { brand } from "#contract/brand.ts";
import { homeIds } from "../home/ids.ts";
import styles from "./masthead.module.css";
import { SocialLinks } from "./social-links.tsx";
import { Wordmark } from "./wordmark.tsx";

/**
 * The strip on top of every page: the logo, which leads home, and the social icons.
 * @param props.bare without the logo: on the opening spread, where it is the picture
 */
export function Masthead({ bare = false }: { bare?: boolean }) {
  return (
    <header id={homeIds.masthead} className={styles["strip"]} data-bare={bare ? "" : undefined}>
      <a href="/" className={styles["logo"]} aria-label={`${brand.name}, accueil`}>
        <Wordmark />
      </a>
      <SocialLinks />
    </header>
  );
}

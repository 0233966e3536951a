import { brand } from "#contract/brand.ts";
import appStore from "../pictures/badge-app-store.svg";
import googlePlay from "../pictures/badge-google-play.svg";
import styles from "./store-badges.module.css";

const badges = [
  { label: "Bientôt sur l’App Store", href: brand.stores.appStore, badge: appStore },
  { label: "Bientôt sur Google Play", href: brand.stores.playStore, badge: googlePlay },
];

/** Drawn placeholders: the stores' own badges may be used once the application is published. */
export function StoreBadges() {
  return (
    <ul className={styles["badges"]} aria-label="L’application">
      {badges.map(({ label, href, badge }) => (
        <li key={label}>
          <a href={href}>
            <img src={badge} alt={label} width="150" height="50" decoding="async" />
          </a>
        </li>
      ))}
    </ul>
  );
}

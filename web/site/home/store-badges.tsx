import appStore from "../pictures/badge-app-store.svg";
import googlePlay from "../pictures/badge-google-play.svg";
import { useSite } from "../site-context.tsx";
import styles from "./store-badges.module.css";

/**
 * Drawn placeholders: the stores' own badges may be used once the application is published. The link of one without an address
 * is a placeholder too; the boot script keeps it from jumping to the page's top.
 */
export function StoreBadges() {
  const { stores } = useSite();
  const badges = [
    { label: "Bientôt sur l’App Store", href: stores.appStore, badge: appStore },
    { label: "Bientôt sur Google Play", href: stores.playStore, badge: googlePlay },
  ];
  return (
    <ul className={styles["badges"]} aria-label="L’application">
      {badges.map(({ label, href, badge }) => {
        return (
          <li key={label}>
            <a href={href || "#"}>
              <img src={badge} alt={label} width="150" height="50" decoding="async" />
              {!href && <span className="unseen"> (le lien viendra avec l’application)</span>}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

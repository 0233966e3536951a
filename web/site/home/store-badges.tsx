import appStore from "../pictures/badge-app-store.svg";
import googlePlay from "../pictures/badge-google-play.svg";
import { useSite } from "../site-context.tsx";
import styles from "./store-badges.module.css";

/** Drawn placeholders: the stores' own badges may be used once the application is published. One without an address leads nowhere. */
export function StoreBadges() {
  const { stores } = useSite();
  const badges = [
    { label: "Bientôt sur l’App Store", href: stores.appStore, badge: appStore },
    { label: "Bientôt sur Google Play", href: stores.playStore, badge: googlePlay },
  ];
  return (
    <ul className={styles["badges"]} aria-label="L’application">
      {badges.map(({ label, href, badge }) => {
        const image = <img src={badge} alt={label} width="150" height="50" decoding="async" />;
        return <li key={label}>{href ? <a href={href}>{image}</a> : image}</li>;
      })}
    </ul>
  );
}

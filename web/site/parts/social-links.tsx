import { useSite } from "../site-context.tsx";
import { ChatIcon, InstagramIcon, TikTokIcon } from "./icons.tsx";
import styles from "./social-links.module.css";

export function SocialLinks() {
  const { tiktok, instagram, communityChat } = useSite().contact;
  const links = [
    { label: "TikTok", href: tiktok, icon: <TikTokIcon /> },
    { label: "Instagram", href: instagram, icon: <InstagramIcon /> },
    { label: "Discussion de la communauté", href: communityChat, icon: <ChatIcon /> },
  ].filter(({ href }) => href);
  return (
    <ul className={styles["list"]} aria-label="Nos réseaux">
      {links.map(({ label, href, icon }) => (
        <li key={label}>
          <a href={href} className={styles["link"]} rel="noopener" target="_blank" aria-label={label}>
            {icon}
          </a>
        </li>
      ))}
    </ul>
  );
}

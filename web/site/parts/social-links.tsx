import { brand } from "#contract/brand.ts";
import { ChatIcon, InstagramIcon, TikTokIcon } from "./icons.tsx";
import styles from "./social-links.module.css";

const links = [
  { label: "TikTok", href: brand.contact.tiktok, icon: <TikTokIcon /> },
  { label: "Instagram", href: brand.contact.instagram, icon: <InstagramIcon /> },
  { label: "Discussion de la communauté", href: brand.contact.communityChat, icon: <ChatIcon /> },
];

export function SocialLinks() {
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

import { Picture } from "../parts/picture.tsx";
import { contact as contactPicture } from "../pictures/pictures.ts";
import { useSite } from "../site-context.tsx";
import { ViewFrame } from "./view-frame.tsx";
import styles from "./views.module.css";

export function ContactView() {
  const { contact } = useSite();
  const channels = [
    {
      label: breakable(contact.email),
      href: `mailto:${contact.email}`,
      note: "Une question, une demande, vos données : nous lisons tout.",
    },
    {
      label: "Rejoindre la discussion",
      href: contact.communityChat,
      note: "Une invitation à rejoindre le salon de la communauté.",
    },
    { label: "TikTok", href: contact.tiktok, note: "Des tenues en mouvement." },
    { label: "Instagram", href: contact.instagram, note: "Des tenues, simplement." },
  ].filter(({ href }) => href);
  return (
    <ViewFrame title="Contact">
      <div className={styles["contact"]}>
        <ul className={styles["channels"]}>
          {channels.map(({ label, href, note }) => (
            <li key={href}>
              <a
                href={href}
                className={styles["channel"]}
                {...(isOutside(href) && { rel: "noopener", target: "_blank" })}
              >
                {label}
                {isOutside(href) && <span className="unseen"> (nouvel onglet)</span>}
              </a>
              <p>{note}</p>
            </li>
          ))}
        </ul>
        <div>
          <Picture
            picture={contactPicture}
            sizes="(min-width: 768px) 24vw, 90vw"
            className={styles["drawing"]}
          />
        </div>
      </div>
    </ViewFrame>
  );
}

/** Lets a long address break after its @, not inside a word. */
function breakable(address: string) {
  const domain = address.indexOf("@") + 1;
  return (
    <>
      {address.slice(0, domain)}
      <wbr />
      {address.slice(domain)}
    </>
  );
}

const isOutside = (href: string) => /^https?:/.test(href);

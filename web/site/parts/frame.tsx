import type { ReactNode } from "react";
import { brand } from "#contract/brand.ts";
import { homeIds } from "../home/ids.ts";
import { useSite } from "../site-context.tsx";
import styles from "./frame.module.css";
import { ChatIcon, InstagramIcon, TikTokIcon } from "./icons.tsx";
import { otherViews } from "./links.ts";

/** The frame of all pages except the home page, without scripts. */
export function StaticPage({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#contenu" className="skip">
        Aller au contenu
      </a>
      <Masthead />
      <main id="contenu">{children}</main>
      <Footer />
    </>
  );
}

/**
 * The header of every page: the logo, which links to the home page, and the social icons.
 * @param props.bare true to leave out the logo, on the first view of the home page, whose picture shows it
 */
export function Masthead({ bare = false }: { bare?: boolean }) {
  return (
    <header id={homeIds.masthead} className={styles["masthead"]} data-bare={bare ? "" : undefined}>
      <a href="/" className={styles["masthead-logo"]} aria-label={`${brand.name}, accueil`}>
        <Wordmark />
      </a>
      <SocialLinks />
    </header>
  );
}

function SocialLinks() {
  const { tiktok, instagram, communityChat } = useSite().contact;
  const links = [
    { label: "TikTok", href: tiktok, icon: <TikTokIcon /> },
    { label: "Instagram", href: instagram, icon: <InstagramIcon /> },
    { label: "Discussion de la communauté", href: communityChat, icon: <ChatIcon /> },
  ].filter(({ href }) => href);
  return (
    <ul className={styles["social-list"]} aria-label="Nos réseaux">
      {links.map(({ label, href, icon }) => (
        <li key={label}>
          <a
            href={href}
            className={styles["social-link"]}
            rel="noopener"
            target="_blank"
            aria-label={`${label} (nouvel onglet)`}
          >
            {icon}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The wordmark of the artwork (pictures/wordmark.svg), with a hanger on the T. Inline, so that it appears without a request. */
export function Wordmark() {
  return (
    <svg viewBox="0 0 1150 450" aria-hidden="true" focusable="false">
      <g transform="translate(14 430)">
        <g fill="currentColor">
          <path d="M0-300H268V-208L257-208C252-258 236-285 194-287H166V-32C166-15 178-11 204-11V0H64V-11C90-11 102-15 102-32V-287H74C32-285 16-258 11-208L0-208Z" />
          <path transform="translate(238 0)" d={letterE} />
          <path transform="translate(438 0)" d={letterN} />
          <path transform="translate(923 -200) rotate(180)" d={letterN} />
          <path transform="translate(942 0)" d={letterE} />
        </g>
        <path
          d="M134-292V-314C134-336 174-332 174-366A37 37 0 0 0 100-372"
          fill="none"
          stroke="#cd3010"
          strokeWidth="17"
          strokeLinecap="round"
        />
      </g>
    </svg>
  );
}

const letterE =
  "M180-102H54C55-44 77-14 113-14C141-14 161-32 171-60L181-57C170-17 142 6 99 6C40 6 0-36 0-98C0-162 42-206 97-206C150-206 181-164 180-102ZM54-114H127C127-166 118-195 94-195C68-195 55-163 54-114Z";
const letterN =
  "M0-200H84V-164C100-192 121-206 149-206C187-206 205-182 205-140V-26C205-14 213-10 235-10V0H124V-10C146-10 152-14 152-26V-142C152-170 144-183 126-183C106-183 90-167 84-144V-26C84-14 92-10 112-10V0H0V-10C22-10 31-14 31-26V-174C31-186 22-190 0-190Z";

export function Footer() {
  return (
    <footer className={styles["footer"]}>
      <p>
        © {brand.copyrightYear} {brand.name}
      </p>
      <nav aria-label="Informations">
        <ul className={styles["footer-links"]}>
          {otherViews.map(({ view, label, path }) => (
            <li key={view}>
              <a href={path}>{label}</a>
            </li>
          ))}
          <li>
            <a href="/mentions-legales">Mentions légales</a>
          </li>
          <li>
            <a href="/mes-donnees">Mes données</a>
          </li>
          <li>
            <a href="/accessibilite">Accessibilité</a>
          </li>
        </ul>
      </nav>
    </footer>
  );
}

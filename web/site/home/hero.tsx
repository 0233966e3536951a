import { brand } from "#contract/brand.ts";
import { Wordmark } from "../parts/frame.tsx";
import { type CutFor, Picture } from "../parts/picture.tsx";
import { SignUpButton } from "../parts/sign-up-button.tsx";
import appStore from "../pictures/badge-app-store.svg";
import googlePlay from "../pictures/badge-google-play.svg";
import { hero, heroColumn, heroWide } from "../pictures/pictures.ts";
import { useSite } from "../site-context.tsx";
import styles from "./hero.module.css";
import { homeIds } from "./ids.ts";

/** Both figures where there is room, one from hat to heel in a tablet's narrow column. */
const heroCuts = [
  { picture: heroWide, sizes: "50vw", media: "(min-width: 1200px)" },
  { picture: heroColumn, sizes: "50vw", media: "(min-width: 768px) and (max-width: 1199px)" },
] satisfies CutFor[];

/** The preloads of the page's head: the same cuts, and the one for all other screens. */
export const heroPreloads: CutFor[] = [
  ...heroCuts,
  { picture: hero, sizes: "100vw", media: "(max-width: 767px)" },
];

export function Hero() {
  return (
    <section className={styles["hero"]} aria-labelledby={homeIds.heroTitle}>
      <div className={styles["masthead"]}>
        <span className="unseen">{brand.name}</span>
        <Wordmark />
      </div>
      <div className={styles["plate"]}>
        <Picture picture={hero} sizes="100vw" cuts={heroCuts} className={styles["picture"]} first />
      </div>
      <div className={styles["story"]}>
        <Tagline />
        <h1 id={homeIds.heroTitle} className={styles["title"]} tabIndex={-1}>
          S’habiller commence par un regard.
        </h1>
        <p className={styles["lede"]}>
          Un manteau croisé dans la rue, une couleur qui ne vous quitte plus. Tenue réunit celles et ceux qui
          regardent, essaient et partagent. L’application arrive : entrez par la bêta.
        </p>
        <SignUpButton />
        <StoreBadges />
      </div>
    </section>
  );
}

/** What the initial tagline means. */
const frenchTagline = "L’application française n° 1 d’inspiration vestimentaire";

/** Types itself letter by letter, in CSS alone: the whole text is in the page from the start. */
function Tagline() {
  const { tagline } = useSite().home;
  const words = tagline.split(" ");
  const isEnglish = tagline === brand.tagline;
  let typed = 0;
  return (
    <p className={styles["tagline"]} title={isEnglish ? frenchTagline : undefined}>
      <span lang={isEnglish ? "en" : undefined}>
        <span className="unseen">{tagline}</span>
        <span aria-hidden="true" className={styles["typed"]}>
          {words.map((word) => {
            const start = typed;
            typed += word.length + 1;
            return <Word key={start} word={word} start={start} />;
          })}
        </span>
      </span>
      {isEnglish && <span className="unseen">({frenchTagline})</span>}
    </p>
  );
}

/** Letters are classed by tens and ones, so that fourteen rules give each its moment and no style attribute is needed. */
function Word({ word, start }: { word: string; start: number }) {
  return (
    <>
      <span className={styles["word"]}>
        {[...word].map((letter, index) => {
          const at = start + index;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: letters never change place
            <i key={index} className={`${styles[`t${Math.floor(at / 10)}`]} ${styles[`u${at % 10}`]}`}>
              {letter}
            </i>
          );
        })}
      </span>{" "}
    </>
  );
}

/**
 * Drawn placeholders: the stores' own badges may be used once the application is published. The link of one without an address
 * is a placeholder too; the boot script keeps it from jumping to the page's top.
 */
function StoreBadges() {
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

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

/** The cuts of the picture: both figures on wide screens, a single whole figure in a tablet's narrow column. */
const heroCuts = [
  { picture: heroWide, sizes: "50vw", media: "(min-width: 1200px)" },
  { picture: heroColumn, sizes: "50vw", media: "(min-width: 768px) and (max-width: 1199px)" },
] satisfies CutFor[];

/** The preloads in the page's head: the same cuts, and the cut for all other screens. */
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

/** The French meaning of the initial tagline. */
const frenchTagline = "L’application française n° 1 d’inspiration vestimentaire";

/** CSS types the tagline letter by letter. The whole text is in the page from the start. */
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

/** Each letter has a class for its tens and one for its ones, so that fourteen rules set all delays without style attributes. */
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
 * Drawn placeholders, because the stores allow their own badges only for a published application. A link without an address
 * is a placeholder too, and the boot script keeps it from scrolling to the top.
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

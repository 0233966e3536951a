import { brand } from "#contract/brand.ts";
import { Picture } from "../parts/picture.tsx";
import { type SignUpActions, SignUpButton } from "../parts/sign-up-button.tsx";
import { Still } from "../parts/still.tsx";
import { ViewHeading } from "../parts/view-heading.tsx";
import { Wordmark } from "../parts/wordmark.tsx";
import { hero } from "../pictures/pictures.ts";
import styles from "./hero.module.css";
import { StoreBadges } from "./store-badges.tsx";
import { Tagline } from "./tagline.tsx";

/** Wider than its column: the picture is cropped to the height of the text. Also what the page's head preloads. */
export const heroSizes = "(min-width: 1200px) 56vw, 88vw";

export function Hero({ signUp, returning }: { signUp: SignUpActions; returning: boolean }) {
  return (
    <section className={styles["hero"]} aria-labelledby="hero-title">
      <Still className={styles["masthead"]} render={import.meta.env.SSR ? () => <Name /> : null} />
      <Still className={styles["plate"]} render={import.meta.env.SSR ? () => <Plate /> : null} />
      <div className={styles["story"]}>
        <Still render={import.meta.env.SSR ? () => <Tagline /> : null} />
        <ViewHeading id="hero-title" className={styles["title"]} focus={returning}>
          S’habiller commence par un regard.
        </ViewHeading>
        <p className={styles["lede"]}>
          Un manteau croisé dans la rue, une couleur qui ne vous quitte plus. Tenue réunit celles et ceux qui
          regardent, essaient et partagent. L’application arrive : entrez par la bêta.
        </p>
        <SignUpButton {...signUp} />
        <Still render={import.meta.env.SSR ? () => <StoreBadges /> : null} />
      </div>
    </section>
  );
}

function Name() {
  return (
    <>
      <span className="unseen">{brand.name}</span>
      <Wordmark />
    </>
  );
}

function Plate() {
  return <Picture picture={hero} sizes={heroSizes} className={styles["picture"]} first />;
}

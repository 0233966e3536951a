import { brand } from "#contract/brand.ts";
import { Picture } from "../parts/picture.tsx";
import { SignUpButton } from "../parts/sign-up-button.tsx";
import { Wordmark } from "../parts/wordmark.tsx";
import { hero } from "../pictures/pictures.ts";
import styles from "./hero.module.css";
import { heroCuts } from "./hero-cuts.ts";
import { homeIds } from "./ids.ts";
import { StoreBadges } from "./store-badges.tsx";
import { Tagline } from "./tagline.tsx";

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

import type { ReactNode } from "react";
import { signUpPath } from "#contract/signup-path.ts";
import { partnerSlots, type SiteImage, siteImageLabels } from "#contract/site.ts";
import { Picture } from "../parts/picture.tsx";
import { SignUpButton } from "../parts/sign-up-button.tsx";
import {
  atelier,
  banner,
  bannerNarrow,
  doorstep,
  expression,
  inspiration,
  type Picture as SitePicture,
} from "../pictures/pictures.ts";
import { useSite } from "../site-context.tsx";
import { homeIds } from "./ids.ts";
import styles from "./sections.module.css";

/** The picture of a street. Narrow screens get a separate cut, in which the people are large enough. */
export function Banner() {
  return (
    <figure className={styles["banner"]} data-reveal="">
      <Picture
        picture={banner}
        sizes="95vw"
        cuts={[{ picture: bannerNarrow, sizes: "95vw", media: "(max-width: 767px)" }]}
        className={styles["banner-picture"]}
      />
    </figure>
  );
}

type Proposition = { picture: SitePicture; verb: string; title: string; text: string };

const propositions: Proposition[] = [
  {
    picture: inspiration,
    verb: "S’inspirer",
    title: "Trouvez vos références.",
    text: "Une coupe, une matière, une époque : gardez ce qui vous arrête, suivez celles et ceux qui ont l’œil, composez votre répertoire.",
  },
  {
    picture: expression,
    verb: "S’exprimer",
    title: "Partagez vos looks.",
    text: "Votre style, en photo. Nommez les pièces, ajoutez le lien des produits, répondez aux questions. Les conversations commencent là.",
  },
  {
    picture: atelier,
    verb: "Se montrer",
    title: "Montrez votre travail.",
    text: "Stylisme, création, photographie : rangez vos projets par catégories et laissez venir à vous celles et ceux qui cherchent.",
  },
];

export function Propositions() {
  return (
    <section className={styles["proposition-section"]} aria-labelledby="propositions-title">
      <h2 id="propositions-title" className={styles["proposition-heading"]}>
        Trois façons d’y être.
      </h2>
      {propositions.map((proposition, index) => (
        <Spread key={proposition.verb} {...proposition} number={index + 1} />
      ))}
    </section>
  );
}

function Spread({ picture, verb, title, text, number }: Proposition & { number: number }) {
  return (
    <article className={styles["proposition"]} data-reveal="">
      <div className={styles["proposition-plate"]}>
        <Picture
          picture={picture}
          sizes="(min-width: 768px) 42vw, 100vw"
          className={styles["proposition-picture"]}
        />
      </div>
      <div className={styles["proposition-words"]}>
        <p className={styles["proposition-number"]} aria-hidden="true">
          {number}
        </p>
        <p className={styles["proposition-verb"]}>{verb}</p>
        <h3 className={styles["proposition-title"]}>{title}</h3>
        <p className={styles["proposition-text"]}>{text}</p>
      </div>
    </article>
  );
}

/** Shows each partner's logo, or the name if the owner gave no logo. */
export function Partners() {
  const { partners, images } = useSite();
  const named = partnerSlots.filter((slot) => partners[slot].name !== "");
  if (named.length === 0) return null;
  return (
    <section className={styles["partners"]} aria-label="Partenaires" data-reveal="">
      {named.map((slot) => (
        <div key={slot} className={styles["partner"]}>
          <h2 className={styles["partner-role"]}>{siteImageLabels[slot]}</h2>
          <PartnerLink url={partners[slot].url}>
            <PartnerMark name={partners[slot].name} image={images[slot]} />
          </PartnerLink>
        </div>
      ))}
    </section>
  );
}

function PartnerMark({ name, image }: { name: string; image: SiteImage | undefined }) {
  if (!image) return <span className={styles["partner-name"]}>{name}</span>;
  const { address, width, height } = image;
  return (
    <img
      src={address}
      alt={name}
      width={width}
      height={height}
      className={styles["partner-image"]}
      loading="lazy"
      decoding="async"
    />
  );
}

function PartnerLink({ url, children }: { url: string; children: ReactNode }) {
  if (url === "") return <p className={styles["partner-logo"]}>{children}</p>;
  return (
    <a href={url} className={styles["partner-logo"]} rel="noopener" target="_blank">
      {children}
      <span className="unseen"> (nouvel onglet)</span>
    </a>
  );
}

export function BetaSection() {
  return (
    <section id={homeIds.betaSection} className={styles["beta-section"]} aria-labelledby="beta-title">
      <div className={styles["beta-content"]} data-reveal="">
        <h2 id="beta-title" className={styles["beta-title"]}>
          Entrez avant l’ouverture.
        </h2>
        <div className={styles["beta-words"]}>
          <p>
            La bêta est fermée, pas la porte : dites-nous qui vous êtes et comment vous vous habillez. Nous
            lisons chaque demande et vous écrivons dès qu’une place est prête.
          </p>
          <p>
            Vous avez une marque ?{" "}
            <a href={signUpPath("brand")} className={styles["beta-brand"]}>
              Inscrivez-la aussi
            </a>
            , nous avons quelques questions pour vous.
          </p>
          <SignUpButton light />
        </div>
        <div className={styles["beta-figures"]}>
          <Picture
            picture={doorstep}
            sizes="(min-width: 1200px) 50vw, (min-width: 768px) 45vw, 85vw"
            className={styles["beta-picture"]}
          />
        </div>
      </div>
    </section>
  );
}

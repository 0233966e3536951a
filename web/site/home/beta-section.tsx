import { signUpPath } from "#contract/signup-words.ts";
import { Picture } from "../parts/picture.tsx";
import { SignUpButton } from "../parts/sign-up-button.tsx";
import { doorstep } from "../pictures/pictures.ts";
import styles from "./beta-section.module.css";
import { homeIds } from "./ids.ts";

export function BetaSection() {
  return (
    <section id={homeIds.betaSection} className={styles["section"]} aria-labelledby="beta-title">
      <div className={styles["content"]} data-reveal="">
        <h2 id="beta-title" className={styles["title"]}>
          Entrez avant l’ouverture.
        </h2>
        <div className={styles["words"]}>
          <p>
            La bêta est fermée, pas la porte : dites-nous qui vous êtes et comment vous vous habillez. Nous
            lisons chaque demande et vous écrivons dès qu’une place est prête.
          </p>
          <p>
            Vous avez une marque ?{" "}
            <a href={signUpPath("brand")} className={styles["brand"]}>
              Inscrivez-la aussi
            </a>
            , nous avons quelques questions pour vous.
          </p>
          <SignUpButton light />
        </div>
        <div className={styles["figures"]}>
          <Picture
            picture={doorstep}
            sizes="(min-width: 1200px) 50vw, (min-width: 768px) 45vw, 85vw"
            className={styles["picture"]}
          />
        </div>
      </div>
    </section>
  );
}

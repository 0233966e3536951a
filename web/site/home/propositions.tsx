import { Picture } from "../parts/picture.tsx";
import { atelier, expression, inspiration, type Picture as SitePicture } from "../pictures/pictures.ts";
import styles from "./propositions.module.css";

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
    <section className={styles["section"]} aria-labelledby="propositions-title">
      <h2 id="propositions-title" className={styles["heading"]}>
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
    <article className={styles["spread"]} data-reveal="">
      <div className={styles["plate"]}>
        <Picture picture={picture} sizes="(min-width: 768px) 42vw, 100vw" className={styles["picture"]} />
      </div>
      <div className={styles["words"]}>
        <p className={styles["number"]} aria-hidden="true">
          {number}
        </p>
        <p className={styles["verb"]}>{verb}</p>
        <h3 className={styles["title"]}>{title}</h3>
        <p className={styles["text"]}>{text}</p>
      </div>
    </article>
  );
}

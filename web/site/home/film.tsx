import { film } from "../film/film.ts";
import styles from "./film.module.css";
import { Player } from "./player.tsx";

export function Film() {
  return (
    <section className={styles["film"]} aria-labelledby="film-title">
      <div className={styles["content"]} data-reveal="">
        <h2 id="film-title" className={styles["title"]}>
          Tenue, le film.
        </h2>
        <p className={styles["text"]}>Des ciseaux, du papier et l’envie de bien s’habiller.</p>
        <div className={styles["screen"]}>
          <Player film={film} />
        </div>
      </div>
    </section>
  );
}

import { film } from "../film/film.ts";
import { Still } from "../parts/still.tsx";
import styles from "./film.module.css";
import { Player } from "./player.tsx";
import { Transcript } from "./transcript.tsx";

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
          <Still render={import.meta.env.SSR ? () => <Transcript /> : null} />
        </div>
      </div>
    </section>
  );
}

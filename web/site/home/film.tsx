import captions from "../film/captions.fr.vtt?raw";
import { cueTexts, film } from "../film/film.ts";
import styles from "./film.module.css";
import { homeIds } from "./ids.ts";
import player from "./player.module.css";

export function Film() {
  return (
    <section className={styles["film"]} aria-labelledby="film-title">
      <div className={styles["content"]} data-reveal="">
        <h2 id="film-title" className={styles["title"]}>
          Tenue, le film.
        </h2>
        <p className={styles["text"]}>Des ciseaux, du papier et l’envie de bien s’habiller.</p>
        <div className={styles["screen"]}>
          <Screen />
          <details className={styles["transcript"]}>
            <summary>Transcription</summary>
            {cueTexts(captions).map((text) => (
              <p key={text}>{text}</p>
            ))}
          </details>
        </div>
      </div>
    </section>
  );
}

/** The video with the browser's controls. `player.tsx` renders other controls into the two empty elements. */
function Screen() {
  const { sources, poster, width, height } = film;
  return (
    <figure id={homeIds.film} className={player["player"]} aria-label="Film de présentation">
      {/* A lazy picture behind the film, because the browser would load a `poster` attribute with the page. */}
      <picture className={player["poster"]}>
        <source type="image/avif" srcSet={poster.avif} />
        <img
          src={poster.jpeg}
          alt={poster.alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
        />
      </picture>
      <video
        className={player["video"]}
        aria-label="Tenue, le film"
        width={width}
        height={height}
        preload="none"
        playsInline
        controls
      >
        {sources.map(({ url, type }) => (
          <source key={type} src={url} type={type} />
        ))}
        <track
          kind="captions"
          src={film.captions.url}
          srcLang={film.captions.language}
          label={film.captions.label}
        />
      </video>
      <div id={homeIds.filmOverlay} />
      <div id={homeIds.filmFoot} className={player["foot"]} />
    </figure>
  );
}

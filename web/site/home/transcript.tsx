import captions from "../film/captions.fr.vtt?raw";
import { cueTexts } from "../film/cue-texts.ts";
import styles from "./film.module.css";

/** What is heard and seen in the film, to be read: the text of its captions. */
export function Transcript() {
  return (
    <details className={styles["transcript"]}>
      <summary>Transcription</summary>
      {cueTexts(captions).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </details>
  );
}

import captions from "../film/captions.fr.vtt?raw";
import { cueTexts } from "../film/cue-texts.ts";
import styles from "./film.module.css";

/** The film's transcript: the text of its captions. */
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

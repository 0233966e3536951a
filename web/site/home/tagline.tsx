import { brand } from "#contract/brand.ts";
import styles from "./tagline.module.css";

/** Types itself letter by letter, in CSS alone: the whole text is in the page from the start. */
export function Tagline() {
  const words = brand.tagline.split(" ");
  let typed = 0;
  return (
    <p className={styles["tagline"]} lang="en">
      <span className="unseen">{brand.tagline}</span>
      <span aria-hidden="true" className={styles["typed"]}>
        {words.map((word) => {
          const start = typed;
          typed += word.length + 1;
          return <Word key={start} word={word} start={start} />;
        })}
      </span>
    </p>
  );
}

/** Letters are classed by tens and ones, so that fourteen rules give each its moment and no style attribute is needed. */
function Word({ word, start }: { word: string; start: number }) {
  return (
    <>
      <span className={styles["word"]}>
        {[...word].map((letter, index) => {
          const at = start + index;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: letters never change place
            <i key={index} className={`${styles[`t${Math.floor(at / 10)}`]} ${styles[`u${at % 10}`]}`}>
              {letter}
            </i>
          );
        })}
      </span>{" "}
    </>
  );
}

import type { ReactNode } from "react";
import styles from "./views.module.css";

export type LegalSection = { title: string; content: ReactNode };

/** Sections of a legal text, numbered, each with its own address. */
export function LegalSections({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <ol className={styles["sections"]}>
      {sections.map(({ title, content }, index) => (
        <li key={title} id={`article-${index + 1}`} className={styles["section"]}>
          <h2>
            <span className={styles["number"]}>{index + 1}.</span> {title}
          </h2>
          <div className={styles["prose"]}>{content}</div>
        </li>
      ))}
    </ol>
  );
}

type Version = { date: string };

/** When a text was changed last, and since when there is one. */
export function LastUpdated({ versions }: { versions: readonly [Version, ...Version[]] }) {
  const latest = versions.at(-1) ?? versions[0];
  return (
    <p className={styles["updated"]}>
      Dernière mise à jour le <Day date={latest.date} />.
      {versions.length > 1 && (
        <>
          {" "}
          Première version le <Day date={versions[0].date} />.
        </>
      )}
    </p>
  );
}

/** A date of the contract ("26/09/2024") as people write it. */
function Day({ date }: { date: string }) {
  const [day, month, year] = date.split("/");
  return <time dateTime={`${year}-${month}-${day}`}>{date}</time>;
}

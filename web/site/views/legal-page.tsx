import type { ReactNode } from "react";
import styles from "./views.module.css";

export type LegalSection = { title: string; content: ReactNode };

/** Sections of a legal text, numbered, each with an address of its own. */
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

/** A date of the contract ("26/09/2024") as people write it. */
export function LastUpdated({ date, what }: { date: string; what: string }) {
  const [day, month, year] = date.split("/");
  return (
    <p className={styles["updated"]}>
      {what} <time dateTime={`${year}-${month}-${day}`}>{date}</time>.
    </p>
  );
}

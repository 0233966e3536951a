import type { ReactNode } from "react";
import type { TextVersion } from "#contract/policy-versions.ts";
import { formatCount } from "#web/lib/format.ts";
import { ArrowIcon } from "../parts/icons.tsx";
import { useSite } from "../site-context.tsx";
import styles from "./views.module.css";

/** A page with text. The home page can show its `data-content` element as a view. */
export function ViewFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles["view"]}>
      <div className={styles["content"]} data-content="">
        <h1 className={styles["title"]} tabIndex={-1}>
          {title}
        </h1>
        <div className={styles["body"]}>{children}</div>
      </div>
      <div className={styles["back"]}>
        <a href="/" className={styles["home"]}>
          <ArrowIcon direction="left" />
          {"Retour à l'accueil"}
        </a>
      </div>
    </div>
  );
}

export type LegalSection = { title: string; content: ReactNode };

/** The numbered sections of a legal text. Each has an id, so that links can lead to it. */
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

/** The dates of a text's last change and of its first version. */
export function LastUpdated({ versions }: { versions: readonly [TextVersion, ...TextVersion[]] }) {
  const latest = versions.at(-1) ?? versions[0];
  return (
    <p className={styles["updated"]}>
      Dernière mise à jour le <Day date={latest.date} />.
      {versions.length > 1 && (
        <>
          {" "}
          Première version le <Day date={versions[0].date} />.
        </>
      )}{" "}
      <a href="/versions">Toutes les versions</a>.
    </p>
  );
}

/** Shows a date of the contract ("26/09/2024"), with the ISO date for programs. */
export function Day({ date }: { date: string }) {
  const [day, month, year] = date.split("/");
  return <time dateTime={`${year}-${month}-${day}`}>{date}</time>;
}

/** Below: parts of sentences that several legal texts share. */

export function ContactMail() {
  const { email } = useSite().contact;
  return <a href={`mailto:${email}`}>{email}</a>;
}

export function MyDataLink() {
  return <a href="/mes-donnees">Mes données</a>;
}

const minuteMs = 60 * 1000;
const units = [
  { ms: 24 * 60 * minuteMs, name: "jour" },
  { ms: 60 * minuteMs, name: "heure" },
  { ms: minuteMs, name: "minute" },
];

/** "7 jours", "8 heures", "10 minutes". */
export function formatPeriod(periodMs: number): string {
  const { ms, name } = units.find((unit) => periodMs >= unit.ms) ?? { ms: minuteMs, name: "minute" };
  return formatCount(periodMs / ms, name);
}

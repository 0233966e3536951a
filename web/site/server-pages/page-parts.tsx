import type { ReactNode } from "react";
import button from "../parts/button.module.css";
import styles from "./server-pages.module.css";

type PostButtonProps = {
  /** The address to which the form is posted. */
  to: string;
  /** The action that the server should take. */
  action: string;
  label: string;
  look?: "strong" | "quiet" | "danger";
  /** Opens the answer in a new tab, so that text in the page's other forms stays. */
  newTab?: boolean;
};

const looks = { strong: button["button"], quiet: styles["quiet"], danger: styles["danger"] };

/** A form with one button, because links must not change data. */
export function PostButton({ to, action, label, look = "strong", newTab = false }: PostButtonProps) {
  return (
    <form method="post" action={to} target={newTab ? "_blank" : undefined}>
      <button type="submit" name="action" value={action} className={looks[look]}>
        {label}
        {newTab && <span className="unseen"> (nouvel onglet)</span>}
      </button>
    </form>
  );
}

/** A titled part of a page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles["section"]}>
      <h2>{title}</h2>
      <div className={styles["text"]}>{children}</div>
    </section>
  );
}

const time = new Intl.DateTimeFormat("fr-FR", { timeStyle: "short", timeZone: "Europe/Paris" });

/** "14:32", in Paris time, because the server does not know the reader's time zone. @param instant in ISO 8601 */
export function parisTime(instant: string): string {
  return time.format(new Date(instant));
}

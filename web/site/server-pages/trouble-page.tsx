import type { SitePage } from "#contract/site-pages.ts";
import { useSite } from "../site-context.tsx";
import { ViewFrame } from "../views/view-frame.tsx";
import styles from "./server-pages.module.css";

type Trouble = Extract<SitePage, { page: "trouble" }>;

/** The error page: states the failed action and a contact. */
export function TroublePage({ message }: Trouble) {
  const { contact } = useSite();
  return (
    <ViewFrame title="Un contretemps">
      <div className={styles["text"]}>
        <p role="alert">{message}</p>
        <p>
          Si cela dure, écrivez-nous à <a href={`mailto:${contact.email}`}>{contact.email}</a>.
        </p>
      </div>
    </ViewFrame>
  );
}

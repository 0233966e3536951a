import { privacyPeriods } from "#contract/privacy.ts";
import type { SitePage } from "#contract/site-pages.ts";
import { ViewFrame } from "../views/view-frame.tsx";
import styles from "./server-pages.module.css";

type Gone = Extract<SitePage, { page: "my-data-gone" }>;

/** The end of a visit to one's data: they are deleted, or the link has had its time. */
export function MyDataGonePage({ state }: Gone) {
  if (state === "deleted") {
    return (
      <ViewFrame title="Vos données sont effacées">
        <div className={styles["text"]}>
          <p>Il ne reste rien de vous ici, sauf une empreinte de votre adresse, pour ne plus vous écrire.</p>
          <p>Vous pouvez vous inscrire de nouveau quand vous voulez.</p>
        </div>
      </ViewFrame>
    );
  }
  return (
    <ViewFrame title="Ce lien n’est plus valable">
      <div className={styles["text"]}>
        <p>Un lien vers vos données est valable {privacyPeriods.myDataMinutes} minutes.</p>
        <p>
          <a href="/mes-donnees">Recevoir un nouveau lien.</a>
        </p>
      </div>
    </ViewFrame>
  );
}

import type { SitePage } from "#contract/site-pages.ts";
import { ViewFrame } from "../views/view-frame.tsx";
import { PostButton } from "./post-button.tsx";
import styles from "./server-pages.module.css";

type Deletion = Extract<SitePage, { page: "my-data-delete" }>;

/** The second of two steps. */
export function MyDataDeletePage({ token }: Deletion) {
  const path = `/mes-donnees/${token}`;
  return (
    <ViewFrame title="Tout effacer ?">
      <div className={styles["text"]}>
        <p>
          Vos inscriptions, vos réponses, vos consentements et les messages qui vous ont été écrits seront
          effacés. C’est immédiat et définitif.
        </p>
        <p>Nous ne gardons qu’une empreinte de votre adresse, pour ne plus vous écrire par erreur.</p>
        <PostButton to={path} action="erase" label="Effacer définitivement" look="danger" />
        <p>
          <a href={path}>Ne rien effacer</a>
        </p>
      </div>
    </ViewFrame>
  );
}

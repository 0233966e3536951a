import { signupMessages } from "#contract/signup.ts";
import button from "../parts/button.module.css";
import styles from "./sign-up-page.module.css";

/** After a sign-up was received: it contains no personal data. */
export function SignedUpPage() {
  return (
    <div className={styles["page"]}>
      <div className={styles["words"]}>
        <h1 className={styles["title"]}>{signupMessages.thanks}</h1>
      </div>
      <div className={styles["sheet"]}>
        <div className={styles["next"]}>
          <p className={styles["lead"]}>{signupMessages.thanksDetails}</p>
          <p>
            Un message vous demande peut-être de confirmer votre adresse : suivez son lien, et regardez aussi
            dans les indésirables.
          </p>
          <p>
            Pour voir, corriger ou effacer ce que nous savons de vous : <a href="/mes-donnees">Mes données</a>
            .
          </p>
          <p>
            <a href="/" className={button["button"]}>
              Retour à l’accueil
            </a>
          </p>
        </div>
      </div>
    </div>
  );
}

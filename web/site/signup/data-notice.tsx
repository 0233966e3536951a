import { consentTexts } from "#contract/consent-texts.ts";
import { limits } from "#contract/limits.ts";
import { formatCount } from "#web/lib/format.ts";
import { homeIds } from "../home/ids.ts";
import { useSite } from "../site-context.tsx";
import styles from "./sign-up.module.css";

/**
 * The form's notice: a short version of the information that article 13 of the GDPR requires where data are collected, and what a
 * visitor accepts by sending the form. It is part of the home page, so that no script contains these texts.
 */
export function DataNotice() {
  return (
    <template id={homeIds.dataNotice}>
      <Notice />
    </template>
  );
}

export function Notice() {
  const { publisher, contact } = useSite();
  return (
    <>
      <details className={styles["data"]}>
        <summary>
          {publisher.company} lit vos réponses pour étudier votre demande : durée, destinataires et vos
          droits.
        </summary>
        <dl className={styles["notice"]}>
          <dt>Qui</dt>
          <dd>
            {publisher.company}, avec son hébergeur, son prestataire d’e-mails et les outils reliés à la bêta.
          </dd>
          <dt>Pourquoi</dt>
          <dd>
            Étudier votre demande et vous répondre ; compter les réponses sans vous nommer et écarter les
            abus, dans notre intérêt légitime ; les actualités, si vous cochez la case (RGPD, art. 6-1-b, f et
            a).
          </dd>
          <dt>Nécessaire</dt>
          <dd>Tout ce qui n’est pas dit facultatif : sans cela, pas de réponse possible.</dd>
          <dt>Durée</dt>
          <dd>{formatCount(limits.inactiveYears, "an")} après votre dernier acte ou notre décision.</dd>
          <dt>Vos droits</dt>
          <dd>
            Voir, corriger, télécharger ou effacer : sur <Outside href="/mes-donnees">Mes données</Outside>.
            Limiter, vous opposer : <a href={`mailto:${contact.email}`}>{contact.email}</a>. Réclamation :{" "}
            <Outside href="https://www.cnil.fr/fr/plaintes">CNIL</Outside>. Le détail est dans la{" "}
            <Outside href="/privacy">politique de confidentialité</Outside>.
          </dd>
        </dl>
      </details>
      <p className={styles["terms"]} id="sign-up-terms">
        <Terms />
      </p>
    </>
  );
}

function Terms() {
  const word = "conditions";
  const [before, after] = consentTexts.terms.split(word);
  return (
    <>
      {before}
      <Outside href="/conditions">{word}</Outside>
      {after}
    </>
  );
}

/** A link that opens in a new tab, so that the form keeps its input. */
function Outside({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="unseen"> (nouvel onglet)</span>
    </a>
  );
}

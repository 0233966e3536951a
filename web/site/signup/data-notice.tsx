import type { Audience } from "#contract/audience.ts";
import { useSite } from "../site-context.tsx";
import styles from "./sign-up.module.css";

/** What article 13 of the GDPR wants said where data are collected, in short; the policy says the rest. */
export function DataNotice({ audience }: { audience: Audience }) {
  const { publisher, contact } = useSite();
  const needed =
    audience === "brand" ? "Le prénom, la marque, l’e-mail et le site" : "Le prénom, le nom et l’e-mail";
  return (
    <details className={styles["notice"]}>
      <summary>Vos données servent à examiner votre demande, et à rien d’autre.</summary>
      <p>
        {publisher.company} les traite pour étudier votre inscription et vous répondre, à votre demande
        (article 6, paragraphe 1, b du RGPD). {needed} sont nécessaires, comme les réponses qui ne sont pas
        dites facultatives ; sans elles nous ne pouvons pas étudier la demande. Les administrateurs de la
        bêta, notre hébergeur et notre prestataire d’e-mails y ont accès. Elles sont supprimées après un an
        sans activité, ou dès que vous le demandez.
      </p>
      <p>
        Vous pouvez y accéder, les faire rectifier, effacer ou transmettre, en limiter l’usage ou vous y
        opposer, en écrivant à <a href={`mailto:${contact.email}`}>{contact.email}</a>, et adresser une
        réclamation à la CNIL.
      </p>
      <p>
        <a href="/privacy" target="_blank" rel="noopener">
          Politique de confidentialité (nouvel onglet)
        </a>
      </p>
    </details>
  );
}

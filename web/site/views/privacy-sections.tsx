import { privacyPeriods } from "#contract/privacy.ts";
import { sessionLimits } from "#contract/sessions.ts";
import type { LegalSection } from "./legal-page.tsx";
import { formatPeriod } from "./legal-parts.tsx";
import { DataCollected, DataSharing, DataUse } from "./privacy-data.tsx";
import { DataRetention } from "./privacy-periods.tsx";
import { Consent, DeletionRequests, Rights } from "./privacy-rights.tsx";

/** Nine sections, in their agreed order. What they say is what the software does; legal-texts.test.tsx holds them to it. */
export const privacySections: LegalSection[] = [
  { title: "Données collectées", content: <DataCollected /> },
  { title: "Utilisation des données", content: <DataUse /> },
  { title: "Partage des données", content: <DataSharing /> },
  { title: "Durée de conservation", content: <DataRetention /> },
  { title: "Vos droits", content: <Rights /> },
  { title: "Sécurité", content: <Security /> },
  { title: "Consentement", content: <Consent /> },
  { title: "Demandes de suppression", content: <DeletionRequests /> },
  { title: "Évolution de cette politique", content: <Changes /> },
];

function Security() {
  return (
    <>
      <p>
        L’accès aux données est réservé aux administrateurs, chacun avec un compte personnel, et leurs
        décisions sont consignées. Les mots de passe sont conservés sous une forme qui ne permet pas de les
        retrouver et les secrets techniques sont chiffrés. Quand l’adresse du site commence par https, les
        échanges avec lui sont chiffrés eux aussi.
      </p>
      <p>
        Des administrateurs nous gardons l’adresse e-mail, leurs actions pendant{" "}
        {privacyPeriods.journalMonths} mois et, de chaque session, le navigateur et les heures de connexion et
        d’activité, jusqu’à sa fin, au plus {formatPeriod(sessionLimits.absoluteMs)}.
      </p>
      <p>
        Si un incident devait toucher vos données, nous vous en informerions, ainsi que la CNIL, comme la loi
        le prévoit.
      </p>
    </>
  );
}

function Changes() {
  return (
    <p>
      Nous pouvons modifier cette politique, par exemple quand l’application s’enrichit. La date de la
      dernière mise à jour figure en tête ; un changement important vous est annoncé par e-mail.
    </p>
  );
}

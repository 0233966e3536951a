import { initialRetention, oldestBackupDays } from "#contract/backup.ts";
import { erasureLeaves } from "#contract/erasure-words.ts";
import { limits } from "#contract/limits.ts";
import { policyVersions } from "#contract/policy-versions.ts";
import {
  minimumAge,
  privacyPeriods as periods,
  privacyPeriods,
  requestKindLabels,
  requestKinds,
} from "#contract/privacy.ts";
import { sessionLimits } from "#contract/sessions.ts";
import { webhookLimits } from "#contract/webhooks.ts";
import { formatCount } from "#web/lib/format.ts";
import { DataCollected, DataSharing, DataUse } from "./privacy-data.tsx";
import {
  ContactMail,
  formatPeriod,
  LastUpdated,
  type LegalSection,
  LegalSections,
  MyDataLink,
  ViewFrame,
} from "./view-frame.tsx";

export function PrivacyView() {
  return (
    <ViewFrame title="Politique de confidentialité">
      <LastUpdated versions={policyVersions} />
      <LegalSections sections={privacySections} />
    </ViewFrame>
  );
}

/** The nine sections in their agreed order. They describe what the software does, and legal-texts.test.tsx checks this. */
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
        décisions sont consignées. Les mots de passe sont conservés chiffrés (hachés avec Argon2id : nul ne
        peut les relire) et les secrets techniques sont chiffrés. Quand l’adresse du site commence par https,
        les échanges avec lui sont chiffrés eux aussi.
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
      dernière mise à jour figure en tête.
    </p>
  );
}

function DataRetention() {
  const inactive = formatCount(limits.inactiveYears, "an");
  return (
    <>
      <p>
        Les données de votre compte sont conservées tant qu’il est actif. Après {inactive} d’inactivité,
        toutes vos données sont supprimées, sauf tant que leur usage est limité (à votre demande ou, pour une
        marque, par votre opposition). Si vous supprimez vous-même votre compte, elles le sont immédiatement ;
        l’article 8 dit ce qui reste, où et combien de temps.
      </p>
      <p>
        Pour une demande d’inscription, ce délai court à partir de votre dernier acte (l’inscription ou sa
        reprise d’une liste, la confirmation ou le changement de votre adresse, une correction, un
        téléchargement, un accord donné ou retiré, une opposition, l’usage d’un code), de la fin d’une
        limitation ou de notre décision. Nos propres envois ne le prolongent pas.
      </p>
      <ul>
        <li>
          Adresse jamais confirmée : nous pouvons supprimer la demande après{" "}
          {formatCount(periods.confirmationDays, "jour")} et un rappel.
        </li>
        <li>
          Messages envoyés : leur texte {formatCount(periods.mailTextDays, "jour")}, l’adresse et le nom de
          leur destinataire {periods.mailAddressMonths} mois.
        </li>
        <li>Qui a amené qui : jusqu’à la suppression de l’une des deux inscriptions.</li>
        <li>Journal des actions des administrateurs : {periods.journalMonths} mois.</li>
        <li>
          Livraisons aux outils reliés à la bêta (identifiants et états) :{" "}
          {formatCount(webhookLimits.keptDays, "jour")} ; l’annonce d’une suppression, jusqu’à ce qu’un outil
          désactivé la reçoive ou soit retiré.
        </li>
        <li>
          Demandes d’exercice de vos droits : {formatCount(periods.requestYears, "an")} après leur clôture,
          sans votre adresse, avec son empreinte.
        </li>
        <li>
          Si nous ne devons plus vous écrire (désinscription, effacement, adresse en erreur), une empreinte de
          votre adresse, calculée avec une clé secrète, reste {formatCount(periods.suppressionYears, "an")}{" "}
          après le dernier de ces événements, pour ne plus vous écrire. Une autre reste{" "}
          {formatCount(periods.erasureLogDays, "jour")}, pour refaire votre effacement si une sauvegarde est
          restaurée.
        </li>
        <li>
          Sauvegardes faites automatiquement : {formatCount(initialRetention.keepWeeks, "semaine")}. Celles
          que nous faisons à la main ou avant une mise à jour :{" "}
          {formatCount(initialRetention.maxAgeDays, "jour")}. Nous pouvons régler ces durées autrement, sans
          dépasser {formatCount(oldestBackupDays, "jour")} ; la sauvegarde la plus récente attend toujours la
          suivante. Notre hébergeur peut en garder d’autres, selon ses propres règles.
        </li>
      </ul>
    </>
  );
}

const rights = requestKinds.map((kind) => requestKindLabels[kind].toLowerCase()).join(", ");

function Rights() {
  return (
    <>
      <p>
        Sur la page <MyDataLink />, vous pouvez à tout moment voir vos données, les corriger, en télécharger
        une copie réutilisable, donner ou retirer votre accord, vous opposer à un usage, et tout supprimer.
        Donnez-y votre adresse : vous recevez un lien valable{" "}
        {formatCount(privacyPeriods.myDataMinutes, "minute")}, que la page permet de prolonger.
      </p>
      <p>
        Pour ces droits comme pour les autres ({rights}), vous pouvez aussi écrire à <ContactMail />. Nous
        répondons dans un délai de {privacyPeriods.requestMonths} mois. Vous pouvez vous opposer aux
        actualités sans raison à donner et, pour une raison qui tient à votre situation, à ce qui repose sur
        notre intérêt légitime.
      </p>
      <p>
        Vous pouvez nous confier des directives sur le sort de vos données après votre mort (article 85 de la
        loi Informatique et Libertés).
      </p>
      <p>
        Si notre réponse ne vous convient pas, vous pouvez saisir la CNIL, 3 place de Fontenoy, TSA 80715,
        75334 Paris Cedex 07,{" "}
        <a href="https://www.cnil.fr/fr/plaintes" rel="noopener">
          cnil.fr
        </a>
        .
      </p>
    </>
  );
}

function Consent() {
  return (
    <>
      <p>
        Nos actualités ne partent qu’avec votre accord : une case, vide au départ, puis votre choix sur la
        page où vous confirmez votre adresse, avec ou sans les actualités ; un bouton de la page « Mes
        données » ou de celle de désinscription ; ou un accord prouvé d’une liste reprise. On s’inscrit aussi
        bien sans elles. Nous gardons les mots que vous avez acceptés, la date de votre accord et celle de sa
        confirmation, et le bouton que vous avez choisi, sans adresse IP.
      </p>
      <p>
        Vous pouvez le retirer aussi simplement : par le lien au bas de chaque actualité, ou sur la page{" "}
        <MyDataLink />.
      </p>
      <p>L’inscription est réservée aux personnes de {minimumAge} ans ou plus.</p>
    </>
  );
}

function DeletionRequests() {
  return (
    <>
      <p>
        Pour faire supprimer vos données, passez par <MyDataLink />, ou écrivez à <ContactMail /> depuis
        l’adresse avec laquelle vous vous êtes inscrit. Vos inscriptions, vos réponses, les statistiques qui
        en découlent, vos accords et les messages en attente sont alors effacés, ainsi que votre nom, votre
        adresse et le texte des messages déjà envoyés.
      </p>
      <p>{erasureLeaves}</p>
      <p>
        Tant que l’empreinte qui sert à ne plus vous écrire reste, aucun message ne part vers votre adresse,
        actualité ou autre, sauf le lien que vous demandez vous-même : celui de vos données, ou celui qui
        confirme une nouvelle inscription. Confirmer une nouvelle inscription supprime cette empreinte.
      </p>
      <p>
        Les sauvegardes ne servent qu’à réparer une panne. Si nous devions en restaurer une, les effacements
        demandés depuis seraient refaits avant que le site n’écrive à personne.
      </p>
    </>
  );
}

import { attemptLimits } from "#contract/admins.ts";
import { freeTextHint } from "#contract/consent-texts.ts";
import { importLimits } from "#contract/imports.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { formatCount } from "#web/lib/format.ts";
import { useSite } from "../site-context.tsx";
import { ContactMail, formatPeriod } from "./view-frame.tsx";

export function DataCollected() {
  const { publisher } = useSite();
  return (
    <>
      <p>
        Le responsable du traitement est {publisher.company}, {publisher.address}. Vous pouvez nous écrire à{" "}
        <ContactMail />.{publisher.dpo && ` Notre délégué à la protection des données : ${publisher.dpo}.`}
      </p>
      <p>Quand vous vous inscrivez à la bêta, nous recueillons :</p>
      <ul>
        <li>votre prénom et votre nom, ou le nom de votre marque et le prénom de son contact ;</li>
        <li>
          votre adresse e-mail, la date à laquelle vous l’avez confirmée, et si elle vient d’un service
          d’adresses jetables ;
        </li>
        <li>l’adresse de votre site, si vous inscrivez une marque ;</li>
        <li>vos réponses aux questions du formulaire et la date de votre inscription ;</li>
        <li>
          d’où venait votre visite : le nom d’un site, d’une application ou d’une campagne, lu dans l’adresse
          de la page, celle du site d’où vous venez ou le nom de votre navigateur ;
        </li>
        <li>
          si vous êtes invité : un code personnel, et les dates de son envoi et de son usage dans
          l’application ;
        </li>
        <li>
          si vous partagez votre lien ou venez par celui d’une amie ou d’un ami : ce lien et qui a amené qui,
          que notre équipe voit seule ;
        </li>
        <li>
          la version des textes que vous acceptez et, si vous cochez la case, votre accord pour recevoir nos
          actualités.
        </li>
      </ul>
      <p>
        Ce qui n’est pas dit facultatif est nécessaire pour étudier la demande. {freeTextHint} : nous n’en
        avons pas besoin. Nous y joignons notre décision, une étoile ou une note de notre équipe, et les
        messages que nous vous envoyons.
      </p>
      <p>
        Si vous étiez sur une liste tenue ailleurs, nous pouvons en reprendre, dans notre intérêt légitime à
        poursuivre des demandes déjà reçues, votre adresse, votre nom, votre site et vos réponses, avec la
        date, le lieu et les mots de votre accord pour les actualités : sans eux, vous n’en recevez pas. Nous
        vous disons dans le mois d’où vient cette liste, et pouvons vous demander une fois, par e-mail, de
        confirmer votre adresse. Ses lignes, toutes colonnes comprises, sont gardées {importLimits.keptDays}{" "}
        jours.
      </p>
      <p>Quand vous utilisez l’application, s’y ajoutent :</p>
      <ul>
        <li>les photos que vous publiez ;</li>
        <li>votre mot de passe, conservé chiffré (haché avec Argon2id : nul ne peut le relire) ;</li>
        <li>vos messages privés et vos discussions ;</li>
        <li>les catégories de votre profil ;</li>
        <li>les liens des produits que vous associez à vos photos.</li>
      </ul>
      <p>
        Le site ne dépose ni cookie ni traceur chez ses visiteurs, et leur navigateur n’y appelle aucun
        service tiers. Votre adresse IP sert à acheminer les pages et à limiter les essais répétés : la base
        n’en garde qu’une empreinte, {formatPeriod(attemptLimits.windowMs)} au plus, et, tant que le
        parrainage est ouvert, celle de votre inscription, seule et jointe au nom de votre navigateur,{" "}
        {formatCount(privacyPeriods.referralDeviceHours, "heure")}, pour reconnaître qui s’invite soi-même. Le
        journal technique du site ne la contient pas.
      </p>
    </>
  );
}

export function DataUse() {
  return (
    <>
      <p>Vos données servent à :</p>
      <ul>
        <li>
          examiner votre demande d’inscription, vous faire part de notre décision et vous écrire à son sujet,
          comme vous le demandez en vous inscrivant (article 6, paragraphe 1, b du RGPD) ;
        </li>
        <li>
          faire fonctionner votre compte et vous montrer aux autres membres comme vous l’avez choisi (b) ;
        </li>
        <li>vous envoyer nos actualités, si vous l’avez accepté (votre consentement, a) ;</li>
        <li>
          établir des statistiques sur les réponses au questionnaire, sans vous nommer (notre intérêt légitime
          à bien préparer le service, f) ;
        </li>
        <li>
          mesurer l’audience du site sans cookie ni identifiant, par des nombres de pages vues, de formulaires
          ouverts et commencés, gardés {formatCount(privacyPeriods.passageMonths, "mois", "mois")}, ce que la
          CNIL dispense de consentement (notre intérêt légitime, f) ;
        </li>
        <li>
          savoir quels sites, quelles campagnes et quelles personnes font connaître la bêta, et dire à qui
          partage son lien combien de personnes sont venues par lui, par deux messages au plus, qu’une
          désinscription arrête (notre intérêt légitime, f) ;
        </li>
        <li>
          protéger le service contre les abus : limiter les envois répétés, écarter les robots (notre intérêt
          légitime, f) ;
        </li>
        <li>répondre à vos demandes et prouver que nous l’avons fait, comme la loi nous y oblige (c).</li>
      </ul>
      <p>
        Pour une marque, le nom et l’adresse de son contact sont traités dans notre intérêt légitime à
        échanger avec elle (f). Un administrateur fixe qui est invité ou reçoit un message, parfois selon vos
        réponses ou la provenance de votre visite ; le logiciel applique ce choix, par ordre d’inscription,
        par nombre de personnes venues par votre lien, ou par tirage au sort. Aucune demande n’est acceptée ni
        refusée par une machine seule.
      </p>
    </>
  );
}

const named = ({ company, country }: { company: string; country: string }) =>
  country === "" ? company : `${company} (${country})`;

export function DataSharing() {
  const { host, mailProvider, backupStore, bounceMailbox, remotePictures } = useSite();
  return (
    <>
      <p>
        Votre pseudonyme public et vos photos sont montrés aux autres utilisateurs de l’application. Le reste
        ne l’est pas.
      </p>
      <p>Ont accès à vos données, dans la mesure de leur tâche :</p>
      <ul>
        <li>les personnes qui administrent la bêta ;</li>
        <li>
          l’application, et les logiciels à qui nous donnons accès à la bêta par un jeton : votre prénom quand
          un code d’invitation est utilisé ; votre inscription et vos réponses si cet accès le permet ;
        </li>
        <li>notre hébergeur, {named(host)} ;</li>
        <li>
          les outils de travail que nous relions à la bêta, s’il y en a (messagerie d’équipe, logiciel
          interne) : l’état de votre inscription, avec votre nom, votre adresse et le site de votre marque si
          leur usage le demande ;
        </li>
        {backupStore.company && (
          <li>le service qui garde des copies de nos sauvegardes, {named(backupStore)} ;</li>
        )}
        {bounceMailbox.company && (
          <li>le service de la boîte où reviennent les e-mails non remis, {named(bounceMailbox)} ;</li>
        )}
        <li>
          le prestataire qui achemine nos e-mails, {named(mailProvider)}
          {bounceMailbox.company
            ? "."
            : ", et celui de la boîte où reviennent les e-mails non remis, s’il est autre."}
        </li>
      </ul>
      <p>
        Si l’un de ces destinataires est hors de l’Espace économique européen, le transfert repose sur une
        décision d’adéquation de la Commission européenne ou sur ses clauses contractuelles types, dont nous
        vous envoyons copie sur demande. Pour reconnaître une faute de frappe, notre serveur demande à
        l’annuaire du réseau (DNS) si le domaine de votre adresse reçoit du courrier ; l’adresse elle-même n’y
        figure pas. Une image d’un e-mail peut être gardée par un autre site : votre messagerie l’y demande,
        et ce site{remotePictures.hosts && ` (${remotePictures.hosts})`} voit alors votre adresse IP. Nous ne
        vendons et ne louons aucune donnée.
      </p>
    </>
  );
}

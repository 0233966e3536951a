import { minimumAge, privacyPeriods, requestKindLabels, requestKinds } from "#contract/privacy.ts";
import { formatCount } from "#web/lib/format.ts";
import { ContactMail, MyDataLink } from "./legal-parts.tsx";

const rights = requestKinds.map((kind) => requestKindLabels[kind].toLowerCase()).join(", ");

export function Rights() {
  return (
    <>
      <p>
        Sur la page <MyDataLink />, vous pouvez à tout moment voir vos données, les corriger, en télécharger
        une copie réutilisable, donner ou retirer votre accord, et tout supprimer. Donnez-y votre adresse :
        vous recevez un lien valable {formatCount(privacyPeriods.myDataMinutes, "minute")}.
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

export function Consent() {
  return (
    <>
      <p>
        Nos actualités ne partent qu’avec votre accord : une case, vide au départ, puis le lien du message que
        vous recevez, qui le confirme. On s’inscrit aussi bien sans elle. Nous gardons les mots que vous avez
        acceptés, la date de votre accord et celle de sa confirmation, sans adresse IP.
      </p>
      <p>
        Vous pouvez le retirer aussi simplement : par le lien au bas de chaque actualité, ou sur la page{" "}
        <MyDataLink />.
      </p>
      <p>L’inscription est réservée aux personnes de {minimumAge} ans ou plus.</p>
    </>
  );
}

export function DeletionRequests() {
  return (
    <>
      <p>
        Pour faire supprimer vos données, passez par <MyDataLink />, ou écrivez à <ContactMail /> depuis
        l’adresse avec laquelle vous vous êtes inscrit. Vos inscriptions, vos réponses, les statistiques qui
        en découlent, vos accords et les messages en attente sont alors effacés, ainsi que votre nom, votre
        adresse et le texte des messages déjà envoyés. Il en reste le type et la date, et l’empreinte dont
        parle l’article 4.
      </p>
      <p>
        Ces effacements portent sur la base de données du site. Ses sauvegardes ne servent qu’à réparer une
        panne, et vos données y restent jusqu’à leur terme, dit dans l’article 4. Si nous devions en restaurer
        une, les effacements demandés depuis seraient refaits avant que le site n’écrive à personne.
      </p>
    </>
  );
}

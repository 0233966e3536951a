import type { SiteSettings } from "#contract/site.ts";
import type { LegalSection } from "./legal-page.tsx";

/** Nine sections, in their agreed order. What they say is what the software does. */
export function privacySections({ publisher, host, contact }: SiteSettings): LegalSection[] {
  const mail = <a href={`mailto:${contact.email}`}>{contact.email}</a>;
  return [
    {
      title: "Données collectées",
      content: (
        <>
          <p>
            Le responsable du traitement est {publisher.company}, {publisher.address}. Vous pouvez nous écrire
            à {mail}.
          </p>
          <p>Quand vous vous inscrivez à la bêta, nous recueillons :</p>
          <ul>
            <li>votre prénom et votre nom, ou le nom de votre marque ;</li>
            <li>votre adresse e-mail ;</li>
            <li>l’adresse de votre site, si vous inscrivez une marque ;</li>
            <li>vos réponses aux questions du formulaire et la date de votre inscription.</li>
          </ul>
          <p>Quand vous utilisez l’application, s’y ajoutent :</p>
          <ul>
            <li>les photos que vous publiez ;</li>
            <li>votre mot de passe, conservé chiffré ;</li>
            <li>vos messages privés et vos discussions ;</li>
            <li>les catégories de votre profil ;</li>
            <li>les liens des produits que vous associez à vos photos.</li>
          </ul>
          <p>
            Le site ne dépose aucun cookie chez ses visiteurs et n’appelle aucun service tiers. Votre adresse
            IP nous sert à acheminer les pages et, pendant quelques minutes, à limiter les envois répétés du
            formulaire.
          </p>
        </>
      ),
    },
    {
      title: "Utilisation des données",
      content: (
        <>
          <p>Vos données servent à :</p>
          <ul>
            <li>examiner votre demande d’inscription et vous faire part de notre décision ;</li>
            <li>vous écrire au sujet de la bêta ;</li>
            <li>
              faire fonctionner votre compte et vous montrer aux autres membres comme vous l’avez choisi ;
            </li>
            <li>établir des statistiques sur les réponses au questionnaire, sans vous nommer ;</li>
            <li>protéger le service contre les abus.</li>
          </ul>
          <p>
            Les trois premiers usages reposent sur votre demande de participer à la bêta (article 6,
            paragraphe 1, b du RGPD) ; les statistiques et la protection du service, sur notre intérêt
            légitime à bien le préparer (f). Aucune décision n’est prise par une machine seule.
          </p>
        </>
      ),
    },
    {
      title: "Partage des données",
      content: (
        <>
          <p>
            Votre pseudonyme public et vos photos sont montrés aux autres utilisateurs de l’application. Le
            reste ne l’est pas.
          </p>
          <p>
            Ont accès à vos données, dans la mesure de leur tâche : les personnes qui administrent la bêta,
            notre hébergeur ({host.company}) et le prestataire qui achemine nos e-mails. Nous ne vendons et ne
            louons aucune donnée.
          </p>
        </>
      ),
    },
    {
      title: "Durée de conservation",
      content: (
        <>
          <p>Les données de votre compte sont conservées tant qu’il est actif.</p>
          <p>
            Après un an d’inactivité, toutes vos données sont supprimées. Pour une demande d’inscription, ce
            délai court à partir de sa réception ou de notre dernier échange.
          </p>
          <p>Si vous supprimez vous-même votre compte, vos données sont supprimées immédiatement.</p>
        </>
      ),
    },
    {
      title: "Vos droits",
      content: (
        <>
          <p>
            Vous pouvez consulter vos données, les faire rectifier ou effacer, en recevoir une copie
            réutilisable, faire limiter leur usage ou vous y opposer. Écrivez à {mail} : nous répondons dans
            le mois.
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
      ),
    },
    {
      title: "Sécurité",
      content: (
        <p>
          L’accès aux données est réservé aux administrateurs, chacun avec un compte personnel, et leurs
          décisions sont consignées. Les mots de passe sont conservés sous une forme qui ne permet pas de les
          retrouver, les secrets techniques sont chiffrés, les échanges avec le site passent par une connexion
          sécurisée. Si un incident devait toucher vos données, nous vous en informerions, ainsi que la CNIL.
        </p>
      ),
    },
    {
      title: "Consentement",
      content: (
        <p>
          Envoyer le formulaire ne vous engage à rien d’autre qu’à participer à la bêta. Quand un usage repose
          sur votre consentement, nous vous le demandons à part et vous pouvez le retirer aussi simplement que
          vous l’avez donné. Les personnes de moins de quinze ans s’inscrivent avec l’accord d’un parent.
        </p>
      ),
    },
    {
      title: "Demandes de suppression",
      content: (
        <p>
          Pour faire supprimer vos données, écrivez à {mail} depuis l’adresse avec laquelle vous vous êtes
          inscrit. Votre demande d’inscription, vos réponses et les statistiques qui en découlent sont alors
          effacées. Les sauvegardes sont remplacées à leur échéance normale.
        </p>
      ),
    },
    {
      title: "Évolution de cette politique",
      content: (
        <p>
          Nous pouvons modifier cette politique, par exemple quand l’application s’enrichit. La date de la
          dernière mise à jour figure en tête ; un changement important vous est annoncé par e-mail.
        </p>
      ),
    },
  ];
}

import { brand } from "#contract/brand.ts";
import { conditionsVersions } from "#contract/policy-versions.ts";
import { minimumAge } from "#contract/privacy.ts";
import type { SiteSettings } from "#contract/site.ts";
import { useSite } from "../site-context.tsx";
import {
  ContactMail,
  LastUpdated,
  type LegalSection,
  LegalSections,
  MyDataLink,
  ViewFrame,
} from "./view-frame.tsx";

const sectionsOf = ({ publisher }: SiteSettings): LegalSection[] => [
  {
    title: "Objet",
    content: (
      <p>
        Ces conditions règlent l’usage du site {brand.name} et la participation à la bêta fermée de
        l’application. Envoyer le formulaire d’inscription, c’est les accepter, comme il est dit à côté de son
        bouton. Le service est édité par {publisher.company}, présentée dans les{" "}
        <a href="/mentions-legales">mentions légales</a>.
      </p>
    ),
  },
  {
    title: "Inscription à la bêta",
    content: (
      <>
        <p>
          L’inscription est gratuite. Elle est ouverte aux personnes de {minimumAge} ans ou plus et aux
          marques de mode, représentées par quelqu’un qui peut les engager. Les informations données doivent
          être exactes ; une adresse e-mail ne sert qu’à une inscription par catégorie.
        </p>
        <p>
          Nous examinons chaque demande et pouvons l’accepter ou la refuser. S’inscrire ne donne pas droit à
          une place, et vous pouvez retirer votre demande à tout moment, sur la page <MyDataLink /> ou en nous
          écrivant.
        </p>
      </>
    ),
  },
  {
    title: "Une version d’essai",
    content: (
      <p>
        La bêta sert à éprouver l’application avant son ouverture. Elle peut changer, s’interrompre ou
        comporter des erreurs. Gardez une copie de ce à quoi vous tenez.
      </p>
    ),
  },
  {
    title: "Ce que vous publiez",
    content: (
      <>
        <p>
          Vos photos et vos textes restent à vous. En les publiant dans l’application, vous nous autorisez à
          les héberger et à les montrer aux autres membres, pour le seul fonctionnement du service et aussi
          longtemps que vous les y laissez.
        </p>
        <p>
          Vous vous assurez d’avoir les droits sur ce que vous publiez et l’accord des personnes que l’on
          reconnaît. Sont exclus les contenus illicites, haineux, trompeurs ou qui portent atteinte à autrui ;
          nous les retirons quand ils nous sont signalés.
        </p>
      </>
    ),
  },
  {
    title: "Marques et liens de produits",
    content: (
      <p>
        Les liens vers des produits mènent à des sites que nous ne contrôlons pas. Une publication faite en
        échange d’un avantage doit le dire clairement.
      </p>
    ),
  },
  {
    title: "Responsabilité",
    content: (
      <p>
        Nous apportons au service le soin raisonnable que l’on attend d’une version d’essai gratuite. Rien
        dans ces conditions ne limite les droits que la loi donne aux consommateurs.
      </p>
    ),
  },
  {
    title: "Données personnelles",
    content: (
      <p>
        La <a href="/privacy">politique de confidentialité</a> dit ce que nous faisons de vos données et
        comment exercer vos droits.
      </p>
    ),
  },
  {
    title: "Droit applicable",
    content: (
      <p>
        Ces conditions relèvent du droit français. En cas de désaccord, écrivez-nous d’abord à <ContactMail />
        . À défaut d’accord amiable, les tribunaux compétents sont ceux que désigne la loi.
      </p>
    ),
  },
];

export function TermsView() {
  return (
    <ViewFrame title="Conditions d’utilisation">
      <LastUpdated versions={conditionsVersions} />
      <Conditions />
    </ViewFrame>
  );
}

/** The text of the conditions, whose versions are dated. */
export function Conditions() {
  return <LegalSections sections={sectionsOf(useSite())} />;
}

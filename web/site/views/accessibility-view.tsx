import { brand } from "#contract/brand.ts";
import { useSite } from "../site-context.tsx";
import { ContactMail, type LegalSection, LegalSections, ViewFrame } from "./view-frame.tsx";

const sections: LegalSection[] = [
  {
    title: "État de conformité",
    content: (
      <p>
        État : non conforme. Le site {brand.name} est non conforme avec le référentiel général d’amélioration
        de l’accessibilité (RGAA 4.1), car il n’existe encore aucun audit de ses 106 critères, ni par un
        organisme extérieur ni par nous. Ce qui suit est ce que nous vérifions déjà.
      </p>
    ),
  },
  {
    title: "Ce qui est vérifié",
    content: (
      <>
        <p>À chaque modification, des essais automatiques parcourent le site dans un navigateur :</p>
        <ul>
          <li>
            chaque page et le formulaire d’inscription sont contrôlés par l’outil axe (WCAG, niveaux A et
            AA) ;
          </li>
          <li>l’inscription peut se faire au clavier seul, et les erreurs sont liées à leur champ ;</li>
          <li>tout est essayé à la largeur d’un ordinateur et à celle d’un téléphone ;</li>
          <li>le site se lit, et l’inscription se fait, sans JavaScript ;</li>
          <li>les animations s’arrêtent quand votre système le demande.</li>
        </ul>
      </>
    ),
  },
  {
    title: "Ce qui manque encore",
    content: (
      <ul>
        <li>Le site n’a pas été parcouru par des personnes qui utilisent un lecteur d’écran au quotidien.</li>
        <li>Le film de présentation a des sous-titres, mais pas d’audiodescription.</li>
        <li>Quelques mots de la page d’accueil et du formulaire sont en anglais, et signalés comme tels.</li>
        <li>Les messages que nous envoyons n’ont pas été vérifiés dans toutes les messageries.</li>
      </ul>
    ),
  },
  {
    title: "Nous écrire",
    content: (
      <p>
        Si quelque chose vous arrête, écrivez à <ContactMail />. Nous vous répondons, et vous envoyons
        l’information ou prenons votre inscription autrement.
      </p>
    ),
  },
  {
    title: "Voies de recours",
    content: (
      <>
        <p>
          Vous nous avez signalé un défaut d’accessibilité qui vous empêche d’accéder à un contenu ou à un
          service du site, et vous n’avez pas obtenu de réponse satisfaisante ? Vous pouvez :
        </p>
        <ul>
          <li>
            écrire un message au{" "}
            <a href="https://formulaire.defenseurdesdroits.fr" rel="noopener">
              Défenseur des droits
            </a>
            {"\u00a0;"}
          </li>
          <li>contacter le délégué du Défenseur des droits de votre région ;</li>
          <li>téléphoner au 09 69 39 00 00 ;</li>
          <li>
            envoyer un courrier, gratuit et sans timbre : Défenseur des droits, Libre réponse 71120, 75342
            Paris Cedex 07.
          </li>
        </ul>
      </>
    ),
  },
  {
    title: "Cette déclaration",
    content: <Declaration />,
  },
];

function Declaration() {
  const { publisher } = useSite();
  return (
    <p>
      Elle est établie le <time dateTime="2026-11-27">27/11/2026</time> par {publisher.company} à partir de
      ces essais, et tenue à jour avec eux.
    </p>
  );
}

export function AccessibilityView() {
  return (
    <ViewFrame title="Accessibilité">
      <LegalSections sections={sections} />
    </ViewFrame>
  );
}

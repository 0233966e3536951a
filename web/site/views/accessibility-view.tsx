import { brand } from "#contract/brand.ts";
import { formatPercent } from "#web/lib/format.ts";
import { audit, auditChecks, auditTools, conformityOf } from "../rgaa/audit.ts";
import { useSite } from "../site-context.tsx";
import { ContactMail, type LegalSection, LegalSections, ViewFrame } from "./view-frame.tsx";

const conformity = conformityOf(audit);
const day = <time dateTime={audit.date}>{audit.date.split("-").reverse().join("/")}</time>;

const sections: LegalSection[] = [
  {
    title: "État de conformité",
    content: (
      <>
        <p>
          État : {conformity.status}. Le site {brand.name} est {conformity.status} avec le référentiel général
          d’amélioration de l’accessibilité (RGAA 4.1).
        </p>
        <p>
          L’audit que nous avons fait le {day}, sans organisme extérieur, porte sur les 106 critères et neuf
          pages. Il trouve respectés {conformity.met} critères sur {conformity.applicable} applicables, soit{" "}
          {formatPercent(conformity.rate)}.
        </p>
      </>
    ),
  },
  {
    title: "Comment nous l’avons vérifié",
    content: (
      <>
        <p>Avec ces outils :</p>
        <TextList texts={auditTools} />
        <p>Par ces essais :</p>
        <TextList texts={auditChecks} />
        <p>Sur ces pages :</p>
        <TextList texts={audit.pages.map(({ name }) => name)} />
        <p>
          Ce que nous n’avons pas pu vérifier compte comme non conforme : le site n’a pas été parcouru avec un
          lecteur d’écran par des personnes qui s’en servent au quotidien. À chaque modification, des essais
          automatiques refont une partie de ces contrôles.
        </p>
      </>
    ),
  },
  {
    title: "Ce qui n’est pas conforme",
    content: (
      <ul>
        {conformity.failed.map(({ number, remark }) => (
          <li key={number} data-criterion={number}>
            Critère {number}, {remark}
          </li>
        ))}
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

function TextList({ texts }: { texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Declaration() {
  const { publisher } = useSite();
  return (
    <p>
      Elle est établie le {day} par {publisher.company} à partir de cet audit.
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

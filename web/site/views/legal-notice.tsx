import { Fragment, type ReactNode } from "react";
import { cookiePrefix, cookies } from "#contract/browser-storage.ts";
import type { SiteSettings } from "#contract/site.ts";
import { useSite } from "../site-context.tsx";
import {
  ContactMail,
  formatPeriod,
  type LegalSection,
  LegalSections,
  MyDataLink,
  ViewFrame,
} from "./view-frame.tsx";

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

function sectionsOf({ publisher, host }: SiteSettings): LegalSection[] {
  return [
    {
      title: "Éditeur du site",
      content: (
        <Facts
          facts={[
            ["Société", `${publisher.company}, ${publisher.legalForm}`],
            ["Siège", publisher.address],
            ["Immatriculation", publisher.registration],
            ["TVA", publisher.vat],
            ["Publication", publisher.director],
            ["Téléphone", publisher.phone],
            ["E-mail", <ContactMail key="mail" />],
          ]}
        />
      ),
    },
    {
      title: "Hébergement",
      content: (
        <Facts
          facts={[
            ["Hébergeur", host.company],
            ["Adresse", host.address],
            ["Téléphone", host.phone],
          ]}
        />
      ),
    },
    {
      title: "Propriété intellectuelle",
      content: (
        <p>
          Le nom, les textes, les dessins, le film et la mise en page de ce site appartiennent à{" "}
          {publisher.company} ou sont utilisés avec l’accord de leurs auteurs. Les reproduire au-delà de ce
          que la loi permet demande une autorisation écrite. Les marques citées appartiennent à leurs
          propriétaires. Les caractères Fraunces et Hanken Grotesk sont publiés sous la licence SIL Open Font
          1.1.
        </p>
      ),
    },
    {
      title: "Protection des données personnelles",
      content: (
        <p>
          Les données du formulaire d’inscription sont traitées par {publisher.company} comme le décrit la{" "}
          <a href="/privacy">politique de confidentialité</a>. Vous pouvez les voir, les corriger, les
          télécharger et les effacer sur la page <MyDataLink />, écrire à <ContactMail />, et saisir la CNIL.
        </p>
      ),
    },
    {
      title: "Cookies",
      content: <Cookies />,
    },
    {
      title: "Liens externes",
      content: (
        <p>
          Le site renvoie vers des réseaux sociaux, un salon de discussion et des magasins d’applications.
          Leur contenu et leurs pratiques dépendent de leurs éditeurs. Si un lien vous paraît inapproprié,
          signalez-le sur notre page <a href="/contact">Contact</a>.
        </p>
      ),
    },
  ];
}

function Cookies() {
  return (
    <>
      <p>
        Ce site ne dépose aucun cookie et n’utilise aucun traceur pour ses visiteurs ; il n’y a donc rien à
        accepter ni à refuser. Seuls les administrateurs reçoivent, en se connectant, des cookies
        indispensables à leur connexion, dont le nom commence par « __Host- » quand le site est en https :
      </p>
      <Facts
        facts={Object.entries(cookies).map(([name, { use, lifeMs }]) => [
          `${cookiePrefix}${name}`,
          `${use}, ${formatPeriod(lifeMs)} au plus`,
        ])}
      />
      <p>
        Leur navigateur retient aussi le thème choisi et, jusqu’à ce que l’onglet se ferme, les brouillons de
        leurs messages. Rien de cela ne sert à suivre quelqu’un.
      </p>
    </>
  );
}

export function LegalNotice() {
  return (
    <ViewFrame title="Mentions légales">
      <LegalSections sections={sectionsOf(useSite())} />
    </ViewFrame>
  );
}

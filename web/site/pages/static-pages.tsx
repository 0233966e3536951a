import type { ReactNode } from "react";
import { brand } from "#contract/brand.ts";
import { Picture } from "../parts/picture.tsx";
import { lost } from "../pictures/pictures.ts";
import { AccessibilityView } from "../views/accessibility-view.tsx";
import { ContactView } from "../views/contact-view.tsx";
import { LegalNotice } from "../views/legal-notice.tsx";
import { PrivacyView } from "../views/privacy.tsx";
import { TermsView } from "../views/terms-view.tsx";
import { VersionsView } from "../views/versions-view.tsx";
import { ViewFrame } from "../views/view-frame.tsx";
import styles from "../views/views.module.css";

type StaticPageInfo = {
  name: string;
  path: string | null;
  title: string;
  description: string;
  content: ReactNode;
};

/** The pages without a script. */
export const staticPages: StaticPageInfo[] = [
  {
    name: "privacy",
    path: "/privacy",
    title: `Politique de confidentialité · ${brand.name}`,
    description: `Ce que ${brand.name} fait de vos données : lesquelles, pourquoi, combien de temps, et comment les faire effacer.`,
    content: <PrivacyView />,
  },
  {
    name: "mentions-legales",
    path: "/mentions-legales",
    title: `Mentions légales · ${brand.name}`,
    description: `Éditeur, hébergeur, propriété intellectuelle, données personnelles, cookies et liens externes du site ${brand.name}.`,
    content: <LegalNotice />,
  },
  {
    name: "conditions",
    path: "/conditions",
    title: `Conditions d’utilisation · ${brand.name}`,
    description: `Les règles de la bêta et du site ${brand.name}, en huit articles.`,
    content: <TermsView />,
  },
  {
    name: "versions",
    path: "/versions",
    title: `Versions des textes · ${brand.name}`,
    description: `Les versions de la politique de confidentialité et des conditions d’utilisation de ${brand.name}, par date.`,
    content: <VersionsView />,
  },
  {
    name: "accessibilite",
    path: "/accessibilite",
    title: `Accessibilité · ${brand.name}`,
    description: `Ce qui a été vérifié de l’accessibilité du site ${brand.name}, ce qui manque encore, et à qui le dire.`,
    content: <AccessibilityView />,
  },
  {
    name: "contact",
    path: "/contact",
    title: `Contact · ${brand.name}`,
    description: `Écrire à l’équipe de ${brand.name}, rejoindre la discussion, nous suivre.`,
    content: <ContactView />,
  },
  {
    name: "404",
    path: null,
    title: `Page introuvable · ${brand.name}`,
    description: "Cette page n’existe pas.",
    content: <NotFound />,
  },
];

function NotFound() {
  return (
    <ViewFrame title="Il manque une pièce.">
      <div className={styles["lost"]}>
        <p>Cette page n’existe pas, ou plus. L’adresse a peut-être été mal recopiée.</p>
        <Picture picture={lost} sizes="(min-width: 768px) 40vw, 90vw" className={styles["lost-picture"]} />
      </div>
    </ViewFrame>
  );
}

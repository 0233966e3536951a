import type { Audience } from "#contract/audience.ts";

type Texts = { title: string; about: string; name: string; search: string; empty: string };

/** The texts that differ between the two lists. */
export const audienceTexts: Record<Audience, Texts> = {
  user: {
    title: "Inscriptions à la bêta",
    about: "Les personnes qui veulent essayer l’application.",
    name: "Nom",
    search: "Nom, prénom ou e-mail",
    empty: "Les inscriptions arrivent ici dès que le formulaire du site est rempli.",
  },
  brand: {
    title: "Inscriptions Marques",
    about: "Les marques qui veulent rejoindre l’application.",
    name: "Nom/Marque",
    search: "Nom, prénom, e-mail ou site web",
    empty: "Les marques arrivent ici dès qu’elles remplissent le formulaire du site.",
  },
};

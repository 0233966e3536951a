import { type FirstStep, firstStepLabels } from "#contract/first-steps.schema.ts";
import { samplesUntil } from "#contract/samples.schema.ts";
import type { HelpTopic } from "./topic.ts";

const meanings: Record<FirstStep, string> = {
  questionnaire:
    "Ce que le formulaire d’inscription demande. « Partir d’un exemple » remplit un questionnaire vide de cinq questions, qui se modifient comme les autres.",
  mail: "Le nom et l’adresse d’expéditeur, puis la façon dont les messages partent. L’étape est faite quand l’adresse d’origine est remplacée par la vôtre.",
  site: "Mentions légales, contact et liens du site. L’étape est faite quand plus rien n’y est provisoire ; ce que vous n’avez pas se vide. D’ici là, une adresse publique ne prend aucune inscription.",
  signup: "Par le formulaire du site, ou avec des exemples, qui se retirent.",
  approval: "La touche A dans la liste, ou le bouton « Approuver ».",
};

export const firstStepsTopic: HelpTopic = {
  id: "first-steps",
  title: "Premiers pas",
  words: "débuter commencer guide exemples essayer installation",
  entries: [
    ...Object.entries(meanings).map(([step, text]) => ({
      term: firstStepLabels[step as FirstStep],
      text,
    })),
    {
      term: "Inscriptions d’exemple",
      text: `Marquées « Exemple », pour essayer. Aucun message ne leur part, pas même un e-mail individuel ; une colonne les signale à la fin de l’export. Un super administrateur les ajoute, ici, depuis une liste vide ou le tableau de bord, tant qu’il n’y a pas plus de ${samplesUntil} inscriptions réelles, et les retire toutes ensemble depuis le tableau de bord.`,
    },
  ],
  picture: {
    name: "first-steps",
    alt: "La boîte « Premiers pas » du tableau de bord : cinq étapes l’une sous l’autre. Une coche marque celles qui sont faites, un cercle rouge la suivante, et chacune mène à son écran.",
    caption:
      "Une étape se coche d’elle-même dès qu’elle est faite ; toutes peuvent se faire dans un autre ordre.",
  },
  screen: { path: "", label: "Ouvrir le tableau de bord" },
};

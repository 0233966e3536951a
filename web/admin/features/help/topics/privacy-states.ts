import { type EmailEventKind, emailEventKindLabels } from "#contract/bounces.ts";
import {
  privacyPeriods,
  type RequestKind,
  requestKindLabels,
  type SuppressionReason,
  suppressionReasonLabels,
} from "#contract/privacy.ts";
import type { HelpTopic } from "./topic.ts";

const requests: Record<RequestKind, string> = {
  access: "La personne demande ce que vous gardez d’elle, et en reçoit une copie.",
  rectification: "Elle demande qu’une donnée fausse soit corrigée.",
  erasure: "Elle demande que tout disparaisse.",
  limitation: "Elle demande que ses données soient gardées sans servir à rien.",
  portability: "Elle demande ses données dans un fichier qu’un autre service peut lire.",
  objection: "Elle refuse un usage de ses données.",
};

export const requestStates: HelpTopic = {
  id: "request-states",
  title: "Demandes sur les données",
  words: "RGPD droits vie privée registre échéance état",
  entries: [
    {
      term: "Échéance",
      text: "Un mois après la réception. Une demande ouverte attend une réponse d’ici là.",
    },
    {
      term: "Urgent",
      text: `Ouverte depuis ${privacyPeriods.requestWarningDays} jours : répondez d’abord à celle-ci.`,
    },
    {
      term: "Close",
      text: `Répondue : la suite donnée est notée, et gardée ${privacyPeriods.requestYears} ans. Ce que la personne fait elle-même sur « Mes données » est clos aussitôt.`,
    },
    ...Object.entries(requests).map(([kind, text]) => ({
      term: requestKindLabels[kind as RequestKind],
      text,
    })),
  ],
  screen: { path: "privacy", label: "Ouvrir les données personnelles" },
};

const reasons: Record<SuppressionReason, string> = {
  unsubscribed: "La personne s’est désinscrite : plus d’actualités.",
  erased: "Elle a demandé l’effacement. Seule une empreinte de l’adresse reste, pour ne plus lui écrire.",
  bounced: "La boîte n’existe pas, ou ne reçoit plus : lui écrire nuirait à vos autres messages.",
  complained: "Elle a signalé un message comme spam : plus d’actualités.",
  manual: "Un administrateur a bloqué l’adresse.",
  limited: "Elle a demandé la limitation : plus aucun message ne part, quel qu’il soit.",
};

const events: Record<EmailEventKind, string> = {
  hard: "Le serveur dit que la boîte n’existe pas. L’adresse est bloquée.",
  soft: "Boîte pleine ou serveur absent, jusqu’au bout des essais.",
  blocked: "Refus dû au message ou à l’expéditeur, non à la personne. Regardez le domaine d’envoi.",
  complaint: "La personne a signalé le message comme spam.",
  unsubscribed: "La personne s’est désinscrite à partir de ce message.",
};

export const addressStates: HelpTopic = {
  id: "address-states",
  title: "Adresses bloquées et retours",
  words: "rebonds blocage exclusions spam plainte désinscription",
  entries: [
    ...Object.entries(reasons).map(([reason, text]) => ({
      term: suppressionReasonLabels[reason as SuppressionReason],
      text,
    })),
    ...Object.entries(events).map(([kind, text]) => ({
      term: emailEventKindLabels[kind as EmailEventKind],
      text,
    })),
    {
      term: "Non vérifié",
      text: "Un rapport qui ne porte pas la signature du message : n’importe qui peut l’avoir écrit. Il est montré, et rien n’en découle. S’il vous paraît vrai, bloquez l’adresse vous-même.",
    },
  ],
};

import { bounceRules } from "#contract/bounces.ts";
import {
  campaignKindLabels,
  campaignStatusLabels,
  emailMessages,
  emailStatusLabels,
} from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import { formatStatus } from "#web/lib/format.ts";
import type { HelpTopic } from "./topic.ts";

const undoSeconds = limits.undoMs / 1_000;

export const signupStates: HelpTopic = {
  id: "signup-states",
  title: "États d’une inscription",
  words: "statut attente approuvé rejeté doublon jetable",
  entries: [
    { term: formatStatus("pending"), text: "Reçue, pas encore décidée. C’est l’état de départ." },
    {
      term: formatStatus("approved"),
      text: `Acceptée. La décision se reprend pendant ${undoSeconds} secondes, puis elle est définitive.`,
    },
    {
      term: formatStatus("rejected"),
      text: `Refusée. La décision se reprend pendant ${undoSeconds} secondes, puis elle est définitive.`,
    },
    {
      term: "Adresse confirmée",
      text: "La personne a ouvert le lien reçu à cette adresse et confirmé que l’inscription vient d’elle.",
    },
    {
      term: "Doublon",
      text: "Une inscription plus ancienne porte la même adresse. Décider d’un doublon n’envoie rien.",
    },
    {
      term: "Adresse jetable",
      text: "Le domaine de l’adresse est connu pour ne vivre que quelques minutes. À vous de juger.",
    },
    {
      term: "Exemple",
      text: "Une inscription inventée, pour essayer. Rien ne lui est envoyé.",
    },
    {
      term: "Adresse bloquée",
      text: "« Désinscription », « Adresse en erreur » et autres disent pourquoi elle ne reçoit plus tous les messages : voir « Adresses bloquées et retours ».",
    },
    {
      term: "Limitation demandée",
      text: "La personne a demandé que ses données soient gelées : l’inscription ne peut plus être décidée tant que la limitation dure.",
    },
  ],
  picture: {
    name: "review",
    alt: "Une inscription ouverte : la personne, son statut « En attente », ses réponses. En haut, les flèches vers la précédente et la suivante, et la dernière décision avec « Annuler » ; en bas, les boutons « Rejeter » avec la touche R et « Approuver » avec la touche A.",
    caption: "A approuve, R rejette, et la suivante s’ouvre aussitôt. Z reprend la dernière décision.",
  },
  screen: { path: "signups", label: "Ouvrir les inscriptions utilisateurs" },
};

export const messageStates: HelpTopic = {
  id: "message-states",
  title: "États d’un message",
  words: "e-mail email historique statut échec attente",
  entries: [
    {
      term: emailStatusLabels.pending,
      text: "Écrit, pas encore parti. L’historique dit quand a lieu le prochain essai.",
    },
    {
      term: emailStatusLabels.sent,
      text: "Accepté par votre serveur d’envoi. En mode simulation, rien n’est parti : l’historique le précise.",
    },
    {
      term: emailStatusLabels.failed,
      text: "Le message n’est pas parti : refusé pour de bon, ou tous les essais faits. La raison est à côté, et il peut être renvoyé.",
    },
    {
      term: emailMessages.interrupted,
      text: "Un échec dont personne ne sait l’issue : la connexion s’est coupée pendant l’envoi. Le message a pu arriver ; renvoyez-le si la personne ne l’a pas reçu.",
    },
    { term: emailStatusLabels.cancelled, text: "Retiré avant son départ. Il ne partira plus." },
    {
      term: emailStatusLabels.skipped,
      text: "Son destinataire s’est désinscrit, ou son adresse a été bloquée, avant son tour. Il ne partira plus.",
    },
  ],
  screen: { path: "emails", label: "Ouvrir les réglages e-mail et l’historique" },
};

export const campaignStates: HelpTopic = {
  id: "campaign-states",
  title: "États d’un envoi en masse",
  words: "campagne statut brouillon programmé pause",
  entries: [
    {
      term: campaignStatusLabels.draft,
      text: "Enregistré pendant que vous écrivez, visible de tous les administrateurs. Rien ne part d’un brouillon.",
    },
    { term: campaignStatusLabels.scheduled, text: "Partira à l’heure choisie, heure de Paris." },
    { term: campaignStatusLabels.running, text: "Les messages partent un à un. Vous pouvez fermer la page." },
    {
      term: campaignStatusLabels.paused,
      text: `Rien ne part jusqu’à la reprise. Un envoi s’arrête aussi de lui-même : serveur injoignable, ou trop de refus. Il en faut ${bounceRules.blockedShare * 100} % des ${bounceRules.blockedOfLast} derniers messages dans ${bounceRules.blockedDomains} domaines, ou ${bounceRules.blockedShareOfFew * 100} % quels que soient les domaines.`,
    },
    { term: campaignStatusLabels.completed, text: "Chaque message est parti, en échec ou non envoyé." },
    {
      term: campaignStatusLabels.cancelled,
      text: "Ce qui attendait ne partira plus ; ce qui était parti le reste.",
    },
    {
      term: campaignKindLabels.news,
      text: "Ne va qu’à qui a accepté les actualités et confirmé son adresse.",
    },
    {
      term: campaignKindLabels.service,
      text: "Va à tous les inscrits choisis, sauf adresses bloquées pour tout envoi. Réservé aux super administrateurs, qui en donnent la raison.",
    },
  ],
  screen: { path: "email-sender", label: "Ouvrir les envois en masse" },
};

import { bounceRules, type EmailEventKind, emailEventKindLabels } from "#contract/bounces.ts";
import {
  campaignKindLabels,
  campaignStatusLabels,
  emailMessages,
  emailStatusLabels,
} from "#contract/email.ts";
import {
  type DkimKeyState,
  type DomainVerdict,
  dkimKeyStateLabels,
  dkimRetiringDays,
  domainVerdictLabels,
} from "#contract/email-domain.ts";
import { type ImportStatus, importLimits, importStatuses, importStatusLabels } from "#contract/imports.ts";
import { limits } from "#contract/limits.ts";
import {
  privacyPeriods,
  type RequestKind,
  requestKindLabels,
  type SuppressionReason,
  suppressionReasonLabels,
} from "#contract/privacy.ts";
import { type FriendState, friendStateLabels } from "#contract/referral-report.ts";
import { type ShieldState, shieldStateLabels } from "#contract/shield.ts";
import { stateVerdictLabels } from "#contract/state.ts";
import {
  type InvitationState,
  invitationStateLabels,
  type WaveStatus,
  waveStatusLabels,
} from "#contract/waves.ts";
import { type DeliveryStatus, deliveryStatusLabels, webhookLimits } from "#contract/webhooks.ts";
import { formatStatus } from "#web/lib/format.ts";
import type { HelpTopic } from "./topic.ts";

const undoSeconds = limits.undoMs / 1_000;

const waveTexts: Record<WaveStatus, string> = {
  draft: "Préparée, ou empêchée de partir à son heure : rien ne part sans vous.",
  scheduled:
    "Elle part seule à son heure, avec le texte choisi. Un texte ou un segment modifié depuis la retient.",
  started: `Ses personnes sont choisies et chacune a son code. Les messages partent après ${undoSeconds} secondes.`,
  stopped: "Ce qui n’était pas parti est révoqué, le reste vaut toujours.",
  cancelled: "Rien n’était parti : ses personnes peuvent être invitées par une autre vague.",
};

const invitationTexts: Record<InvitationState, string> = {
  to_send: "Le message attend son tour, ou n’a pas pu partir : voyez le journal des e-mails.",
  sent: "Le code est parti et compte jusqu’à la date de sa page.",
  redeemed: "La personne est entrée dans l’application avec son code.",
  expired: "Le code n’a pas servi à temps. Le détail de l’inscription en envoie un nouveau.",
  revoked: "Le code ne vaut plus rien. S’il n’était pas parti, une autre vague peut inviter la personne.",
  bounced: "Le serveur de la personne a refusé le message pour de bon.",
};

export const invitationStates: HelpTopic = {
  id: "invitation-states",
  title: "États d’une vague et d’une invitation",
  words: "vague invitation code tirage inviter",
  entries: [
    ...(Object.keys(waveTexts) as WaveStatus[]).map((status) => ({
      term: waveStatusLabels[status],
      text: waveTexts[status],
    })),
    ...(Object.keys(invitationTexts) as InvitationState[]).map((state) => ({
      term: invitationStateLabels[state],
      text: invitationTexts[state],
    })),
  ],
};

const friendTexts: Record<FriendState, string> = {
  counted: "L’adresse de l’amie est confirmée. Un administrateur peut dire qu’elle ne compte pas.",
  held: "Elle semble venir de la même personne\u00a0: un administrateur dit si elle compte. L’amie n’en sait rien.",
  refused: "Un administrateur a dit qu’elle ne compte pas. Le choix contraire reste possible.",
  unconfirmed: "Elle comptera quand son adresse sera confirmée.",
  other: "L’inscription existe, mais ne rapporte rien à la personne qui parraine.",
};

export const referralStates: HelpTopic = {
  id: "referral-states",
  title: "États d’un parrainage",
  words: "parrainage amie parrain vérifier compter",
  entries: (Object.keys(friendTexts) as FriendState[]).map((state) => ({
    term: friendStateLabels[state],
    text: friendTexts[state],
  })),
};

export const signupStates: HelpTopic = {
  id: "signup-states",
  title: "États d’une inscription",
  words: "statut attente approuvé rejeté doublon jetable",
  entries: [
    {
      term: formatStatus("pending"),
      text: "Reçue, pas encore décidée. C’est l’état de départ. Dans une inscription ouverte, A approuve, R rejette, et la suivante s’ouvre aussitôt ; Z reprend la dernière décision.",
    },
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
      text: `Rien ne part. Serveur injoignable : l’envoi reprend de lui-même dès qu’il répond. Sinon, c’est à vous de le reprendre : trop de refus (${bounceRules.blockedShare * 100} % des ${bounceRules.blockedOfLast} derniers messages dans ${bounceRules.blockedDomains} domaines, ou ${bounceRules.blockedShareOfFew * 100} % quels que soient les domaines), trois messages de suite sans réponse claire, clé DKIM absente du DNS, simulation activée pendant l’envoi, sauvegarde restaurée. La raison est écrite sur l’envoi.`,
    },
    { term: campaignStatusLabels.completed, text: "Chaque message est parti, en échec ou non envoyé." },
    {
      term: campaignStatusLabels.cancelled,
      text: "Ce qui attendait ne partira plus ; ce qui était parti le reste.",
    },
    {
      term: campaignKindLabels.news,
      text: "Ne va qu’à qui a un accord valable aux actualités : confirmé par la personne, ou prouvé par une liste importée.",
    },
    {
      term: campaignKindLabels.service,
      text: "Va à tous les inscrits choisis, sauf adresses bloquées pour tout envoi. Un super administrateur l’envoie et en donne la raison ; les autres peuvent envoyer, sans le modifier, un modèle qu’il a permis.",
    },
    {
      term: campaignKindLabels.confirmation,
      text: "Va une seule fois aux personnes importées qui n’ont pas confirmé leur adresse. Réservé aux super administrateurs.",
    },
  ],
  screen: { path: "email-sender", label: "Ouvrir les envois en masse" },
};

const requests: Record<RequestKind, string> = {
  access: "La personne demande ce que vous gardez d’elle, et en reçoit une copie.",
  rectification: "Elle demande qu’une donnée fausse soit corrigée.",
  erasure: "Elle demande que ses données soient effacées.",
  limitation:
    "Elle demande que ses données soient gardées sans servir à rien : ni décision, ni message, ni statistique, ni export, ni action groupée, ni suppression après un an.",
  portability: "Elle demande ses données dans un fichier qu’un autre service peut lire.",
  objection:
    "Elle refuse un usage de ses données : ni actualités ni statistiques, et l’inscription d’une marque est limitée.",
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

const imports: Record<ImportStatus, string> = {
  uploading: "Le fichier arrive ; il devient un import avec sa dernière ligne.",
  uploaded:
    "Le fichier est lu, personne n’est inscrit. Dites ce que contient chaque colonne, puis faites l’essai.",
  running:
    "Les inscriptions s’ajoutent par étapes et sans message. L’import continue si vous quittez la page.",
  paused: "L’import attend ; il reprend à la ligne suivante.",
  done: `Toutes les lignes ont été lues. L’import peut être annulé pendant ${importLimits.keptDays} jours.`,
  undoing: "Ses inscriptions sont retirées par étapes.",
  undone:
    "Ses inscriptions sont retirées, sauf celles qui ont été traitées, corrigées, confirmées ou invitées depuis, ou dont la personne a exercé un droit.",
};

export const importStates: HelpTopic = {
  id: "import-states",
  title: "Imports d’inscriptions",
  words: "importer liste CSV Mailchimp Brevo fichier annuler état",
  entries: [
    {
      term: "Accord prouvé",
      text: "Sa date, son lieu et ses mots, pour chaque ligne ou pour toutes. Sans eux, pas d’actualités.",
    },
    {
      term: "Désinscription dans l’autre outil",
      text: "Une seule ligne suffit à écarter une adresse. Une cellule vide, « subscribed », « enabled », « abonné », « non » ou « 0 » la laissent entrer ; tout autre mot l’écarte.",
    },
    {
      term: "Personnes importées et vagues",
      text: "Tant que la confirmation de l’adresse est demandée, une vague n’invite pas une personne importée qui n’a pas confirmé la sienne. Un envoi du type « Demande de confirmation » le lui demande, une seule fois.",
    },
    ...importStatuses.map((status) => ({ term: importStatusLabels[status], text: imports[status] })),
  ],
  screen: { path: "imports", label: "Ouvrir les imports" },
};

const reasons: Record<SuppressionReason, string> = {
  unsubscribed: "La personne s’est désinscrite : plus d’actualités.",
  erased: "Elle a demandé l’effacement. « La loi en dix lignes » dit ce qui reste.",
  bounced: "La boîte n’existe pas, ou ne reçoit plus : lui écrire nuirait à vos autres messages.",
  complained: "Elle a signalé un message comme spam : plus d’actualités.",
  manual: "Un administrateur a bloqué l’adresse.",
  limited: "Elle a demandé la limitation : plus aucun message, sauf pour une autre inscription non limitée.",
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
  screen: { path: "emails?tab=suppressions", label: "Ouvrir les adresses bloquées" },
};

const verdicts: Record<DomainVerdict, string> = {
  ok: "Rien à faire.",
  warn: "Les messages partent, mais ils arriveraient mieux une fois ce point réglé.",
  error: "Des messages risquent d’être refusés ou classés comme spam. La ligne dit quoi changer.",
  unknown: "Le serveur interrogé n’a pas répondu. Cela ne dit rien contre votre domaine.",
};

const keys: Record<DkimKeyState, string> = {
  prepared: "La clé DKIM est prête, mais n’est pas encore lue dans le DNS. Elle ne signe pas encore.",
  active: "La clé DKIM signe les messages.",
  retiring: `La clé DKIM ne signe plus. Laissez-la ${dkimRetiringDays} jours dans le DNS, pour les messages encore en route.`,
};

export const domainStates: HelpTopic = {
  id: "domain-states",
  title: "Domaine d’envoi et clés DKIM",
  words: "SPF DKIM DMARC DNS MX signature verdict état délivrabilité",
  entries: [
    ...Object.entries(verdicts).map(([verdict, text]) => ({
      term: domainVerdictLabels[verdict as DomainVerdict],
      text,
    })),
    ...Object.entries(keys).map(([state, text]) => ({
      term: dkimKeyStateLabels[state as DkimKeyState],
      text,
    })),
  ],
  screen: { path: "emails", label: "Ouvrir les réglages e-mail" },
};

const meanings: Record<ShieldState, string> = {
  calm: "Rien n’est demandé aux visiteurs. C’est l’état ordinaire.",
  raised:
    "Beaucoup d’inscriptions à la minute : le navigateur de chaque visiteur fait un court calcul avant l’envoi, sans que personne ait rien à faire.",
  attack:
    "Bien plus encore : le calcul dure quelques secondes. Personne n’est refusé pour autant, et l’état redescend de lui-même.",
};

export const defenceStates: HelpTopic = {
  id: "defence",
  title: "Protection du formulaire",
  words: "défense bouclier robots spam état statut",
  entries: [
    ...Object.entries(meanings).map(([state, text]) => ({
      term: shieldStateLabels[state as ShieldState],
      text,
    })),
    {
      term: "Automatique",
      text: "Le réglage ordinaire : l’état suit les chiffres de la dernière minute. Un super administrateur peut en imposer un autre.",
    },
  ],
  screen: { path: "", label: "Ouvrir le tableau de bord" },
};

export const serverStates: HelpTopic = {
  id: "server-states",
  title: "État du serveur et sauvegardes",
  words: "verdict sauvegarde restauration backup disque base de données",
  entries: [
    { term: stateVerdictLabels.ok, text: "Rien à faire." },
    {
      term: stateVerdictLabels.error,
      text: "Quelque chose manque ou ne va plus ; la ligne dit quoi faire. Le plus urgent, en rouge, se lit aussi sur le tableau de bord.",
    },
    { term: stateVerdictLabels.unknown, text: "Cela n’a pas pu être vérifié." },
    { term: "Automatique", text: "Sauvegarde faite d’elle-même, à l’heure réglée." },
    { term: "À la demande", text: "Sauvegarde faite avec « Sauvegarder maintenant »." },
    {
      term: "Avant mise à jour",
      text: "Sauvegarde faite avant qu’une nouvelle version change la base de données.",
    },
    {
      term: "Échec",
      text: "Cette sauvegarde n’a pas abouti ; la raison est à côté.",
    },
  ],
};

const deliveryTexts: Record<DeliveryStatus, string> = {
  waiting:
    "L’événement attend son tour : un échec est tenté de nouveau après 5 s, 5 min, 30 min, 2 h, 5 h puis deux fois 10 h, et les suivants l’attendent.",
  delivered: "L’outil a répondu qu’il l’a reçu. Il peut le recevoir deux fois, avec le même identifiant.",
  failed: `Huit tentatives n’ont pas abouti. « Renvoyer » recommence, pendant ${webhookLimits.keptDays} jours.`,
  cancelled: "L’événement attendait dans une sauvegarde : il a pu partir depuis.",
};

export const webhookStates: HelpTopic = {
  id: "webhook-states",
  title: "Livraisons d’un webhook",
  words: "webhook Slack Discord Teams canal livraison secret essai",
  entries: (Object.keys(deliveryTexts) as DeliveryStatus[]).map((status) => ({
    term: deliveryStatusLabels[status],
    text: deliveryTexts[status],
  })),
};

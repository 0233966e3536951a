import { bounceRules } from "#contract/bounces.ts";
import { erasureLeaves } from "#contract/erasure-words.ts";
import { limits } from "#contract/limits.ts";
import { minimumAge, privacyPeriods } from "#contract/privacy.ts";
import { samplesUntil } from "#contract/samples.schema.ts";
import { type FirstStep, firstStepLabels } from "#contract/to-do.schema.ts";
import { keyGroups, keyNames } from "#web/admin/ui/keys/keys.ts";
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
      term: "Ordre",
      text: "Une étape se coche d’elle-même dès qu’elle est faite ; toutes peuvent se faire dans un autre ordre.",
    },
    {
      term: "Inscriptions d’exemple",
      text: `Marquées « Exemple », pour essayer. Aucun message ne leur part, pas même un e-mail individuel ; une colonne les signale à la fin de l’export. Un super administrateur les ajoute, ici, depuis une liste vide ou le tableau de bord, tant qu’il n’y a pas plus de ${samplesUntil} inscriptions réelles, et les retire toutes ensemble depuis le tableau de bord.`,
    },
  ],
  screen: { path: "", label: "Ouvrir le tableau de bord" },
};

export const keysTopic: HelpTopic = {
  id: "keys",
  title: "Raccourcis clavier",
  words: "touches clavier lettres",
  entries: keyGroups.flatMap(({ title, keys }) =>
    Object.values(keys).map((key) => ({ term: keyNames(key), text: `${key.does} (${title})` })),
  ),
  screen: { path: "account", label: "Activer ou couper les raccourcis à une lettre" },
};

export const questionnaireTopic: HelpTopic = {
  id: "questionnaire",
  title: "Construire le questionnaire",
  words: "questions options ordre aperçu formulaire réponses",
  entries: [
    {
      term: "Aperçu",
      text: "Le formulaire tel que le voit une personne ou une marque, avec les questions actives. Vous pouvez le remplir, rien n’est envoyé.",
    },
    {
      term: "Ordre",
      text: "Les boutons fléchés, la poignée ou les touches Alt + ↑ et Alt + ↓ déplacent une question. Le formulaire suit l’ordre de la liste.",
    },
    {
      term: "Options",
      text: "Une par une, ou une liste collée : chaque virgule et chaque retour à la ligne en commence une autre. Réécrire une option la renomme ; pour la remplacer, retirez-la et ajoutez l’autre.",
    },
    {
      term: "Montrer seulement si",
      text: "Une question peut dépendre des réponses aux questions à choix qui la précèdent. Cachée, elle n’est ni demandée, ni enregistrée, ni comptée. Une option renommée l’est aussi dans les conditions.",
    },
    {
      term: "Désactiver",
      text: "L’interrupteur agit aussitôt. La question n’est plus posée et quitte les statistiques ; ses réponses restent dans les inscriptions.",
    },
    {
      term: "Modifier",
      text: "Le crayon ouvre la question. Les réponses déjà données gardent leurs mots. Celles d’une option retirée sont comptées à part. Celles d’une option renommée comptent sous le nouveau nom dans les listes, les segments et les réponses croisées ; « Détail des réponses » les compte à part.",
    },
    {
      term: "Supprimer",
      text: `Toutes les réponses à la question partent avec elle. La suppression se reprend pendant ${limits.undoMs / 1_000} secondes, que « Prolonger » fait recommencer, puis elle est définitive.`,
    },
  ],
  screen: { path: "questionnaire", label: "Ouvrir le questionnaire" },
};

export const listsTopic: HelpTopic = {
  id: "lists",
  title: "Listes et fiches",
  words: "vues filtres colonnes recherche trier rectifier corriger supprimer export CSV",
  entries: [
    {
      term: "Vues",
      text: `Une vue garde sous un nom ce que montre la liste : filtres, colonnes, ordre. Elle est à vous seul ; ${limits.viewsMax} par liste au maximum.`,
    },
    {
      term: "Rectifier",
      text: "Corrige, dans une inscription ouverte, ce que la personne a donné d’elle. Le journal en garde la trace.",
    },
    {
      term: "Supprimer",
      text: "Retire l’inscription et ses réponses.",
    },
    {
      term: "Exporter",
      text: "Un fichier CSV de ce que la liste filtre, les choix multiples séparés par «\u00a0|\u00a0». L’export laisse une trace au journal.",
    },
  ],
  screen: { path: "signups", label: "Ouvrir les inscriptions utilisateurs" },
};

export const statisticsTopic: HelpTopic = {
  id: "statistics",
  title: "Lire les statistiques",
  words: "graphiques courbe période comparaison image PNG taux croiser provenance sources passages lien QR",
  entries: [
    {
      term: "Période",
      text: "Elle change la courbe et le compteur « Période ». Les autres chiffres comptent tout depuis le début. Un jour va de minuit à minuit, heure de Paris.",
    },
    {
      term: "Comparaison",
      text: "Sous le compteur « Période » : autant de jours, juste avant. La période « Tout » n’a rien à quoi se comparer.",
    },
    {
      term: "Taux de réponse",
      text: "La part de ceux qui ont répondu à la question, parmi toutes les inscriptions du type choisi. Sous « Tous », celles à qui elle n’est pas posée comptent aussi. Si elle dépend d’autres réponses, seules comptent celles qui les ont données.",
    },
    {
      term: "Au clavier",
      text: "Tabulation mène à un graphique, les flèches vont de point en point, Origine au premier, Fin au dernier. Ce que compte le point est écrit sous le graphique.",
    },
    {
      term: "Image",
      text: "« Enregistrer en PNG » garde un graphique avec son titre, ses dates, le type d’inscription et sa légende, dans les couleurs affichées.",
    },
    {
      term: "Personnes comptées",
      text: "Qui s’est opposé à l’usage de ses données, ou l’a fait limiter, reste dans les listes mais n’est pas compté.",
    },
    {
      term: "Croiser",
      text: "« Croiser avec… » compte combien de personnes ont donné chaque paire de réponses à deux questions à choix. Le pourcentage est la part de la ligne. Qui coche plusieurs réponses compte dans plusieurs cases. Une case ouvre la liste de ses personnes. Sous 10 personnes, il n’y a pas de tableau ; l’export masque les cases de moins de 5.",
    },
    {
      term: "Provenance",
      text: "L’onglet « Provenance » compte les passages, les ouvertures du formulaire et les inscriptions selon le site ou le lien d’où vient la visite, sans cookie. Un passage est une page vue, pas une personne. « Faire un lien » donne un nom à une source, en lien ou en code QR.",
    },
    {
      term: "Parrainages",
      text: "L’onglet « Parrainages » montre qui a fait venir qui, jour par jour et par source. Une amie compte quand son adresse est confirmée. Celles qui semblent venir de la même personne attendent : « Compter » ou « Ne pas compter », et le choix contraire reste possible.",
    },
  ],
  screen: { path: "stats", label: "Ouvrir les statistiques" },
};

export const writingTopic: HelpTopic = {
  id: "writing",
  title: "Écrire aux inscrits",
  words: "message éditeur rédiger campagne variables modèle test programmer",
  entries: [
    {
      term: "Modèle",
      text: "« Partir d’un modèle » reprend son objet et son contenu. Ce que vous avez écrit n’est remplacé qu’avec votre accord.",
    },
    {
      term: "Variables",
      text: "Écrites entre accolades, elles sont remplacées pour chacun : nom ou marque, prénom, adresse e-mail, date du jour, et, quand le parrainage est activé, lien pour les amies et nombre d’amies confirmées. Ce qui n’est pas connu reste vide.",
    },
    {
      term: "Aperçu et test",
      text: "Le message tel qu’il arrivera, rempli pour une personne inventée : à l’écran, ou envoyé à votre adresse avec « M’envoyer un test ».",
    },
    {
      term: "Vérifier",
      text: "Regarde l’objet, les liens, les images, la taille, les variables, la désinscription et le domaine. Une erreur empêche l’envoi ; une remarque demande votre accord.",
    },
    {
      term: "Envoyer plus tard",
      text: "À l’heure choisie, heure de Paris, à ceux qui correspondent alors aux filtres.",
    },
    { term: "Une fois", text: "Une adresse ne reçoit le message qu’une fois, même inscrite deux fois." },
  ],
  screen: { path: "email-sender", label: "Ouvrir les envois en masse" },
};

export const mailTopic: HelpTopic = {
  id: "mail",
  title: "Ce que fait l’e-mail",
  words: "courrier confirmation décision rebond désinscription simulation modèles",
  entries: [
    {
      term: "Confirmation",
      text: `Une inscription reçoit aussitôt un message, si son modèle est actif. Il demande de confirmer l’adresse quand la personne accepte les actualités ou que le réglage le veut ; son lien fonctionne ${privacyPeriods.confirmationDays} jours. Une boîte n’en reçoit qu’un en 24 heures.`,
    },
    {
      term: "Modèle actif ou inactif",
      text: "Un modèle inactif n’écrit à personne. Rien n’est rattrapé quand il redevient actif.",
    },
    {
      term: "Décision",
      text: `Approuver ou rejeter écrit un message, si son modèle est actif. Il part ${limits.undoMs / 1_000} secondes plus tard, ou à la fin du délai prolongé : annuler la décision d’ici là le retire.`,
    },
    {
      term: "Envois en masse",
      text: "Les actualités ne vont qu’à qui y consent. Le droit d’écrire est relu au moment où chaque message part : qui se désinscrit entre-temps ne reçoit rien.",
    },
    {
      term: "Rebonds",
      text: `Une adresse qui n’existe pas est bloquée aussitôt. Après ${bounceRules.softCampaigns} envois non remis en ${bounceRules.softWithinDays} jours, une adresse ne reçoit plus d’actualités pendant ${bounceRules.softPauseDays} jours. Un signalement comme spam les arrête. Seuls comptent la réponse du serveur à l’envoi, les événements signés de SendGrid et les rapports qui portent la signature du message.`,
    },
    {
      term: "Désinscription",
      text: "Un clic dans le message ou dans le programme de messagerie suffit. Elle prend effet aussitôt et ne concerne que les actualités.",
    },
    {
      term: "Suivi",
      text: "Personne n’est suivi : ni image espion, ni liens réécrits. Les ouvertures et les clics ne sont pas comptés.",
    },
    {
      term: "Mode simulation",
      text: "Tout est noté dans l’historique comme envoyé, rien ne part. Seul un super administrateur peut le couper.",
    },
    {
      term: "Après une restauration",
      text: "Tout envoi est retenu jusqu’à ce qu’un super administrateur décide de ce qui attend ; seuls partent les liens personnels demandés depuis. Vérifiez les administrateurs : ceux supprimés depuis la sauvegarde sont de retour, et les mots de passe sont ceux de ce jour-là.",
    },
  ],
  screen: { path: "emails", label: "Ouvrir les réglages e-mail" },
};

export const accountsTopic: HelpTopic = {
  id: "accounts",
  title: "Administrateurs et comptes",
  words: "invitation inviter activation mot de passe double authentification 2FA code connexion jetons API",
  entries: [
    {
      term: "En attente d’activation",
      text: `L’invitation est envoyée, le compte ne sert pas encore. Le lien d’activation vaut ${limits.invitationHours} heures ; « Nouveau lien » en fait un autre, et l’ancien ne vaut plus.`,
    },
    {
      term: "Super Admin",
      text: "Peut aussi gérer les comptes, les jetons, les webhooks, les imports, le site, la façon dont les e-mails partent, les messages de service, les sauvegardes, et lire le journal.",
    },
    {
      term: "Mot de passe",
      text: `Au moins ${limits.passwordMin} caractères. Il se change dans « Mon compte » ; oublié, il se remplace par un lien, depuis la page de connexion.`,
    },
    {
      term: "Double authentification",
      text: "Activée : à la connexion, un code de votre application est demandé en plus du mot de passe. Désactivée : le mot de passe suffit.",
    },
    {
      term: "Codes de récupération",
      text: "Chacun remplace une fois le code de l’application, si vous perdez votre téléphone. Gardez-les ailleurs que sur lui.",
    },
    {
      term: "Jetons",
      text: "Un jeton ouvre l’API à une application, sans compte : lire les inscriptions, ou vérifier les codes d’invitation. Il est montré une fois, expire au bout d’un an au plus, et cesse avec les droits de la personne qui l’a créé. Une sauvegarde n’en contient pas.",
    },
  ],
  screen: { path: "account", label: "Ouvrir mon compte" },
};

const years = limits.inactiveYears === 1 ? "un an" : `${limits.inactiveYears} ans`;

/** The duties of the law in ten lines, and how the product fulfils them. */
export const lawTopic: HelpTopic = {
  id: "law",
  title: "La loi en dix lignes",
  words: "RGPD droit CNIL données personnelles vie privée consentement effacement registre",
  entries: [
    {
      term: "Finalités",
      text: `Les données servent à étudier les demandes, à y répondre, à préparer le service par des statistiques sans nom et, avec accord, à écrire des actualités. L’inscription est réservée aux personnes de ${minimumAge} ans ou plus.`,
    },
    {
      term: "Consentement",
      text: "Aucune actualité sans accord : une case cochée puis confirmée par le lien reçu, un bouton de « Mes données » ou de la page de désinscription, ou un accord prouvé d’une liste importée.",
    },
    {
      term: "Désinscription",
      text: "Chaque actualité porte un lien de désinscription que personne ne peut enlever ; un message de service mène à « Mes données ».",
    },
    {
      term: "Accès et copie",
      text: `Chacun voit, corrige, emporte ou efface ses données sur « Mes données », par un lien valable ${privacyPeriods.myDataMinutes} minutes, sans vous.`,
    },
    {
      term: "Demandes",
      text: `Une demande reçue autrement s’enregistre dans « Données personnelles » : un mois pour répondre, rappel après ${privacyPeriods.requestWarningDays} jours.`,
    },
    {
      term: "Effacement",
      text: `L’inscription, ses réponses et ses messages sont effacés de la base. ${erasureLeaves}`,
    },
    {
      term: "Limitation",
      text: "Article 18 : les données sont gardées, mais plus rien n’en est fait. Ni décision, ni message, ni statistique, ni action groupée, ni suppression après un an ; les exports les laissent de côté.",
    },
    {
      term: "Durées",
      text: `Une inscription est supprimée ${years} après le dernier acte de la personne ou la décision. Le texte d’un message est gardé ${privacyPeriods.mailTextDays} jours, son destinataire ${privacyPeriods.mailAddressMonths} mois.`,
    },
    {
      term: "Traces",
      text: `Les exports, les décisions et la lecture des messages laissent une trace au journal, gardée ${privacyPeriods.journalMonths} mois et lue par les super administrateurs seuls.`,
    },
    {
      term: "Registre",
      text: "L’article 30 demande un registre des traitements : il est livré avec le logiciel (docs/registre.md) et se complète de ce que vous seuls savez.",
    },
  ],
  screen: { path: "privacy", label: "Ouvrir les données personnelles" },
};

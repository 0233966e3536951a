import { bounceRules } from "#contract/bounces.ts";
import { limits } from "#contract/limits.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import type { HelpTopic } from "./topic.ts";

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
      text: `Approuver ou rejeter écrit un message, si son modèle est actif. Il part ${limits.undoMs / 1_000} secondes plus tard : annuler la décision d’ici là le retire.`,
    },
    {
      term: "Envois en masse",
      text: "Les actualités ne vont qu’à qui y consent. Le droit d’écrire est relu au moment où chaque message part : qui se désinscrit entre-temps ne reçoit rien.",
    },
    {
      term: "Rebonds",
      text: `Une adresse qui n’existe pas est bloquée aussitôt. Après ${bounceRules.softCampaigns} envois non remis en ${bounceRules.softWithinDays} jours, une adresse ne reçoit plus d’actualités pendant ${bounceRules.softPauseDays} jours. Un signalement comme spam les arrête pour de bon. Seuls comptent la réponse du serveur à l’envoi, les événements signés de SendGrid et les rapports qui portent la signature du message.`,
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
      text: "Tout envoi est retenu jusqu’à ce qu’un super administrateur décide de ce qui attend ; seuls partent les liens personnels demandés depuis.",
    },
  ],
  screen: { path: "emails", label: "Ouvrir les réglages e-mail" },
};

import { limits } from "#contract/limits.ts";
import { minimumAge, privacyPeriods } from "#contract/privacy.ts";
import type { HelpTopic } from "./topic.ts";

const years = limits.inactiveYears === 1 ? "un an" : `${limits.inactiveYears} ans`;

/** What the law asks, in ten lines, and how the product keeps to it. */
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
      text: "Aucune actualité sans une case que la personne coche elle-même, puis un lien qu’elle confirme à son adresse.",
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
      text: "L’inscription, ses réponses et ses messages disparaissent. Reste une empreinte à clé de l’adresse, qui sert à ne plus lui écrire et ne dit pas l’adresse.",
    },
    {
      term: "Limitation",
      text: "Article 18 : les données sont gardées, mais plus rien n’en est fait. Ni décision, ni message.",
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

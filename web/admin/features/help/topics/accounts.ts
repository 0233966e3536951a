import { limits } from "#contract/limits.ts";
import type { HelpTopic } from "./topic.ts";

export const accountsTopic: HelpTopic = {
  id: "accounts",
  title: "Administrateurs et comptes",
  words: "invitation inviter activation mot de passe double authentification 2FA code connexion",
  entries: [
    {
      term: "En attente d’activation",
      text: `L’invitation est envoyée, le compte ne sert pas encore. Le lien d’activation vaut ${limits.invitationHours} heures ; « Nouveau lien » en fait un autre, et l’ancien ne vaut plus.`,
    },
    {
      term: "Super Admin",
      text: "Peut aussi gérer les comptes, la façon dont les e-mails partent, les sauvegardes et les messages de service.",
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
  ],
  screen: { path: "account", label: "Ouvrir mon compte" },
};

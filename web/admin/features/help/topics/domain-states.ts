import {
  type DkimKeyState,
  type DomainVerdict,
  dkimKeyStateLabels,
  dkimRetiringDays,
  domainVerdictLabels,
} from "#contract/email-domain.ts";
import type { HelpTopic } from "./topic.ts";

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

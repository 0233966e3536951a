import type { DomainVerdict } from "#contract/email-domain.ts";
import type { OpeningRow, OpeningStep } from "#contract/opening.schema.ts";
import { placeholdersOf, type SiteSettings } from "#contract/site.ts";

/** Everything that decides whether the product may be opened. */
export type OpeningState = {
  placeholders: number;
  isHttps: boolean;
  isSimulation: boolean;
  isConnectionTested: boolean;
  /** Of the last check of the sender's domain; null before the first. */
  domainVerdict: DomainVerdict | null;
  questions: number;
  superAdmins: { count: number; allTwoFactor: boolean };
};

/** On a public address sign-ups need an identified owner; elsewhere the site can be tried out. */
export function isOpen(baseUrl: string, settings: SiteSettings): boolean {
  return !isHttps(baseUrl) || placeholdersOf(settings).length === 0;
}

export const isHttps = (baseUrl: string) => baseUrl.startsWith("https:");

const row = (key: OpeningStep, done: boolean, link: string, label: string): OpeningRow => ({
  key,
  done,
  label,
  link,
});

/** An unknown result (a bounce mailbox that is not set, an unreachable DNS) does not prevent the opening. */
const isDomainWrong = ({ domainVerdict }: OpeningState) =>
  domainVerdict === null || domainVerdict === "error";

const domainLabel = ({ domainVerdict }: OpeningState) =>
  domainVerdict === "error"
    ? "Corriger ce que la vérification du domaine d’envoi a trouvé"
    : "Vérifier le domaine d’envoi des e-mails";

/** The open and the completed steps, in the recommended order. */
export function openingRows(state: OpeningState): OpeningRow[] {
  const { placeholders, superAdmins } = state;
  const left =
    placeholders > 1 ? `${placeholders} informations provisoires` : "la dernière information provisoire";
  return [
    row(
      "placeholders",
      placeholders === 0,
      "site",
      placeholders === 0
        ? "Dire qui vous êtes sur le site"
        : `Dire qui vous êtes sur le site : remplacer ${left}`,
    ),
    row("https", state.isHttps, "site", "Donner au site une adresse en https"),
    row("connection", state.isConnectionTested, "emails", "Tester la connexion d’envoi des e-mails"),
    row("domain", !isDomainWrong(state), "emails?tab=domain", domainLabel(state)),
    row("simulation", !state.isSimulation, "emails", "Couper le mode simulation des e-mails"),
    row("questionnaire", state.questions > 0, "questionnaire", "Activer au moins une question"),
    row("second_super_admin", superAdmins.count > 1, "users", "Nommer un second super administrateur"),
    row(
      "two_factor",
      superAdmins.allTwoFactor,
      "account",
      "Activer la double authentification de chaque super administrateur",
    ),
  ];
}

import type { DomainVerdict } from "#contract/email-domain.ts";
import { isPlaceholder, isUnproven, placeholdersOf, type SiteSettings } from "#contract/site.ts";
import type { StateRow } from "#contract/state.schema.ts";
import { stateLabels, stateScreens } from "#contract/state.ts";
import { type FirstStep, firstStepLabels, type ToDoRow } from "#contract/to-do.schema.ts";

/** The facts that decide which steps are done. */
export type StepFacts = {
  activeQuestions: number;
  senderEmail: string;
  site: SiteSettings;
  signups: number;
  /** True when a sign-up is or was approved. */
  hasApproved: boolean;
  isHttps: boolean;
  isConnectionTested: boolean;
  /** The verdict of the last check of the sender's domain; null before the first. */
  domainVerdict: DomainVerdict | null;
  isSimulation: boolean;
  /** True when a service gets copies of the backups (`BACKUP_COMMAND`). */
  copiesBackups: boolean;
  /** True when a bounce mailbox is read. */
  readsBounces: boolean;
  superAdmins: { count: number; allTwoFactor: boolean };
};

/** The steps for every administrator; all others are for super administrators. */
const everyAdminsSteps = new Set(["questionnaire", "connection", "domain"]);
export const isForEveryAdmin = ({ key }: ToDoRow) => everyAdminsSteps.has(key);

/** The steps from the first sign-in to the opening. The data decide if a step is done: saving a form unchanged is not enough. */
export function stepRows(facts: StepFacts): ToDoRow[] {
  const { domainVerdict, hasApproved, superAdmins } = facts;
  const placeholders = placeholdersOf(facts.site).length;
  return [
    firstStep("questionnaire", facts.activeQuestions > 0, "questionnaire", [
      "Configuration requise\u00a0: aucune question n’est active, les formulaires d’inscription n’en posent donc aucune.",
    ]),
    firstStep("mail", !isPlaceholder(facts.senderEmail), "emails", [
      "Le nom et l’adresse que lisent vos destinataires.",
    ]),
    firstStep("site", placeholders === 0, "site", [
      `${placeholders > 1 ? `${placeholders} informations provisoires restent` : "Une information provisoire reste"} à remplacer\u00a0: les textes que la loi demande, et vos liens.`,
    ]),
    firstStep("signup", facts.signups > 0 || hasApproved, "signups", [
      "Par le formulaire du site, ou avec des exemples qui se retirent.",
    ]),
    firstStep("approval", hasApproved, "signups?status=pending&order=asc", ["Ouvrez-la, lisez, décidez."]),
    opening(
      "claim",
      !isUnproven(facts.site.home),
      "site",
      "« #1 » : de quoi le prouver, ou une autre accroche",
    ),
    opening(
      "backup_store",
      !facts.copiesBackups || facts.site.backupStore.company !== "",
      "site",
      "Nommer le service qui garde les copies des sauvegardes",
    ),
    opening(
      "bounce_mailbox",
      !facts.readsBounces || facts.site.bounceMailbox.company !== "",
      "site",
      "Nommer le service de la boîte des retours",
    ),
    opening("https", facts.isHttps, "site", "Donner au site une adresse en https"),
    opening("connection", facts.isConnectionTested, "emails", "Tester la connexion d’envoi des e-mails"),
    opening(
      "domain",
      // An unknown result (a bounce mailbox that is not set, an unreachable DNS) does not prevent the opening.
      domainVerdict !== null && domainVerdict !== "error",
      "emails?tab=domain",
      domainVerdict === "error"
        ? "Corriger ce que la vérification du domaine d’envoi a trouvé"
        : "Vérifier le domaine d’envoi des e-mails",
    ),
    opening("simulation", !facts.isSimulation, "emails", "Couper le mode simulation des e-mails"),
    opening("second_super_admin", superAdmins.count > 1, "users", "Nommer un second super administrateur"),
    opening(
      "two_factor",
      superAdmins.allTwoFactor,
      "account",
      "Activer la double authentification de chaque super administrateur",
    ),
  ];
}

/** The opening to the public requires questions and an identified owner. */
const firstStepsOfOpening = new Set<FirstStep>(["questionnaire", "site"]);

function firstStep(key: FirstStep, done: boolean, link: string, details: string[]): ToDoRow {
  const level = firstStepsOfOpening.has(key) ? "opening" : "first";
  return { key, level, done, sentence: firstStepLabels[key], details: done ? [] : details, link };
}

function opening(key: string, done: boolean, link: string, sentence: string): ToDoRow {
  return { key, level: "opening", done, sentence, details: [], link };
}

/** Includes errors only; warnings are shown on 'État'. */
export function faultRows(checks: StateRow[]): ToDoRow[] {
  return checks
    .filter(({ verdict }) => verdict === "error")
    .map(({ key, found, fix }) => ({
      key,
      level: "fault",
      done: false,
      sentence: stateLabels[key],
      details: [fix ?? found],
      link: stateScreens[key]?.path ?? "state",
    }));
}

/** One row while there are samples. */
export function samplesRows(count: number): ToDoRow[] {
  if (count === 0) return [];
  const details = [
    "Personne n’est derrière et aucun message ne leur part. Elles comptent dans les listes et les statistiques jusqu’à ce que vous les retiriez, toutes ensemble.",
  ];
  const sentence = `${count} ${count > 1 ? "inscriptions" : "inscription"} d’exemple`;
  return [{ key: "samples", level: "samples", done: false, sentence, details, link: "signups" }];
}

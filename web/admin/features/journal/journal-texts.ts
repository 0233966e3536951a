import type { JournalEntry } from "#contract/journal.schema.ts";
import { journalActions, systemActor } from "#contract/journal.ts";
import { journalDetails } from "#contract/journal-details.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { formatNumber } from "#web/lib/format.ts";

type Value = JournalEntry["details"][string];
type Detail = (typeof journalDetails)[keyof typeof journalDetails];

/** The label of an action. An action that a later version recorded is shown by its key. */
export function actionLabel(action: string): string {
  return Object.hasOwn(journalActions, action)
    ? journalActions[action as keyof typeof journalActions]
    : action;
}

/** The e-mail of the administrator who acted, or a word for an action of the system. */
export function actorLabel(actor: string): string {
  return actor === systemActor ? "Système" : actor;
}

/** The part of an id that shows which entries have the same subject. */
export function shortReference(subject: string): string {
  return `Réf. ${subject.slice(0, 8)}`;
}

/** "Public : marques", one line per detail. */
export function describeDetails(details: JournalEntry["details"]): string[] {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => {
      const detail = Object.hasOwn(journalDetails, name)
        ? journalDetails[name as keyof typeof journalDetails]
        : null;
      return `${detail?.label ?? name}\u00a0: ${describeValue(detail, value)}`;
    });
}

function describeValue(detail: Detail | null, value: Value): string {
  if (typeof value === "number" && detail?.kind !== "numeral") return formatNumber(value);
  const text = String(value);
  const labels: Record<string, string> = detail && "texts" in detail ? detail.texts : {};
  return Object.hasOwn(labels, text) ? (labels[text] ?? text) : text;
}

export type SubjectLink = { label: string; address: string };
type Entry = Pick<JournalEntry, "action" | "subject" | "details">;
type Place = (subject: string, details: Entry["details"]) => SubjectLink;

const place =
  (label: string, screen: string, parameter: string, more: Record<string, string> = {}): Place =>
  (subject) => ({
    label,
    address: `${screenAddress(screen)}?${new URLSearchParams({ ...more, [parameter]: subject })}`,
  });

const account = place("Voir le compte", "users", "admin");
const template = place("Voir le modèle", "emails", "template", { tab: "templates" });
const userSignup = place("Voir l’inscription", "signups", "signup");
const brandSignup = place("Voir l’inscription", "brands", "signup");

/** The screens of subjects. A key is an action, or the part of an action before the dot. */
const places: Record<string, Place> = {
  account,
  admin: account,
  session: account,
  campaign: place("Voir l’envoi", "email-sender", "campaign"),
  question: place("Voir la question", "questionnaire", "question"),
  signup: (subject, details) => (details.audience === "brand" ? brandSignup : userSignup)(subject, details),
  "email.single_sent": place("Voir l’e-mail", "emails", "entry", { tab: "log" }),
  "email.template_created": template,
  "email.template_updated": template,
  "stats.exported": place("Voir les statistiques", "stats", "questionId"),
};

/** The address of an entry's subject; null without a subject, or when the subject was deleted. */
export function subjectLink({ action, subject, details }: Entry): SubjectLink | null {
  const [kind = "", verb] = action.split(".");
  if (subject === null || verb?.endsWith("deleted")) return null;
  const found = [action, kind].find((key) => Object.hasOwn(places, key));
  return found === undefined ? null : (places[found]?.(subject, details) ?? null);
}

import type { JournalEntry } from "#contract/journal.schema.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";

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

/** Where the subjects of actions are found, by the action or by what stands before its dot. */
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

/** Where to see what an entry speaks of. Null: it speaks of nothing in particular, or of what it says was deleted. */
export function subjectLink({ action, subject, details }: Entry): SubjectLink | null {
  const [kind = "", verb] = action.split(".");
  if (subject === null || verb?.endsWith("deleted")) return null;
  const found = [action, kind].find((key) => Object.hasOwn(places, key));
  return found === undefined ? null : (places[found]?.(subject, details) ?? null);
}

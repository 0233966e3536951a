import type { JournalEntry } from "#contract/journal.schema.ts";
import { journalActions, systemActor } from "#contract/journal.ts";
import { formatNumber } from "#web/lib/format.ts";

const labels: Record<string, string> = {
  audience: "Public",
  count: "Nombre",
  direction: "Sens",
  email: "Email",
  isSuperAdmin: "Super Administrateur",
  question: "Question",
  reason: "Raison",
  recipientType: "Destinataires",
  scheduled: "Programmé",
  secondFactor: "Double authentification",
  simulated: "Simulation",
  status: "Statut",
  statusFilter: "Statut",
  subject: "Objet",
  template: "Modèle",
  total: "Total",
};

const words: Record<string, string> = {
  all: "tous",
  approved: "approuvé",
  brand: "marques",
  down: "vers le bas",
  pending: "en attente",
  rejected: "rejeté",
  up: "vers le haut",
  user: "utilisateurs",
};

/** What somebody wrote themselves is shown to the letter, even when it happens to be one of our words. */
const freeTexts = new Set(["email", "question", "reason", "subject", "template"]);

/** The label of an action; one that a later version recorded is shown by its key. */
export function actionLabel(action: string): string {
  return Object.hasOwn(journalActions, action)
    ? journalActions[action as keyof typeof journalActions]
    : action;
}

/** An administrator's e-mail, or a word for what no administrator did. */
export function actorLabel(actor: string): string {
  return actor === systemActor ? "Système" : actor;
}

/** Enough of an id to see which entries are about the same thing. */
export function shortReference(subject: string): string {
  return `Réf. ${subject.slice(0, 8)}`;
}

/** "Public : marques", one line per detail. */
export function describeDetails(details: JournalEntry["details"]): string[] {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${labels[name] ?? name}\u00a0: ${describeValue(name, value)}`);
}

function describeValue(name: string, value: JournalEntry["details"][string]): string {
  if (typeof value === "boolean") return value ? "oui" : "non";
  if (typeof value === "number") return formatNumber(value);
  const text = value ?? "";
  return freeTexts.has(name) || !Object.hasOwn(words, text) ? text : (words[text] ?? text);
}

import type { JournalEntry } from "#contract/journal.schema.ts";
import { journalActions, systemActor } from "#contract/journal.ts";
import { journalDetails } from "#contract/journal-details.ts";
import { formatNumber } from "#web/lib/format.ts";

type Value = JournalEntry["details"][string];
type Detail = (typeof journalDetails)[keyof typeof journalDetails];

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
  const told: Record<string, string> = detail && "told" in detail ? detail.told : {};
  return Object.hasOwn(told, text) ? (told[text] ?? text) : text;
}

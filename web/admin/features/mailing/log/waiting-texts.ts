import type { WaitingMail } from "#contract/email.schema.ts";
import type { EmailLane } from "#contract/email.ts";
import { formatCount, formatDateTime } from "#web/lib/format.ts";

const nouns: Record<EmailLane, [one: string, many: string]> = {
  confirmation: ["confirmation attend", "confirmations attendent"],
  link: ["lien de compte attend", "liens de compte attendent"],
  campaign: ["e-mail d’un envoi en masse attend", "e-mails d’envois en masse attendent"],
  direct: ["e-mail attend", "e-mails attendent"],
};

const ceilings: Record<NonNullable<WaitingMail["limit"]>["reason"], string> = {
  cap: "le plafond d’envoi est atteint",
  confirmation_cap: "le plafond de confirmations par heure est atteint",
};

/** Why messages wait that could leave otherwise, one sentence each; empty when none does. */
export function waitingSentences({ lane, count, forMailbox, limit }: WaitingMail): string[] {
  const sentences: string[] = [];
  const held = count - forMailbox;
  if (limit && held > 0) {
    sentences.push(
      `${formatCount(held, ...nouns[lane])} : ${ceilings[limit.reason]}. Prochain envoi possible le ${formatDateTime(limit.roomAt)}.`,
    );
  }
  if (forMailbox > 0) {
    sentences.push(
      `${formatCount(forMailbox, ...nouns[lane])} le lendemain : une boîte aux lettres n’en reçoit qu’une en 24 heures.`,
    );
  }
  return sentences;
}

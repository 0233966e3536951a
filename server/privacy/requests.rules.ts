import { privacyPeriods } from "#contract/privacy.ts";

/** Until when a request is to be answered: a month, which ends with its last day when the next one is shorter (article 12). */
export function dueDate(receivedAt: Date): Date {
  const due = new Date(receivedAt);
  const day = due.getUTCDate();
  due.setUTCMonth(due.getUTCMonth() + privacyPeriods.requestMonths);
  if (due.getUTCDate() !== day) due.setUTCDate(0);
  return due;
}

/** Whether an open request has waited for so long that it is shown as urgent. */
export function isUrgent(
  { receivedAt, closedAt }: { receivedAt: Date; closedAt: Date | null },
  now: Date,
): boolean {
  const ageMs = now.getTime() - receivedAt.getTime();
  return closedAt === null && ageMs >= privacyPeriods.requestWarningDays * 24 * 60 * 60 * 1_000;
}

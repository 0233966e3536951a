import { formatCount } from "#web/lib/format.ts";
import { useSite } from "../site-context.tsx";

/** Parts of sentences that several legal texts share. */

export function ContactMail() {
  const { email } = useSite().contact;
  return <a href={`mailto:${email}`}>{email}</a>;
}

export function MyDataLink() {
  return <a href="/mes-donnees">Mes données</a>;
}

const minuteMs = 60 * 1000;
const units = [
  { ms: 24 * 60 * minuteMs, name: "jour" },
  { ms: 60 * minuteMs, name: "heure" },
  { ms: minuteMs, name: "minute" },
];

/** "7 jours", "8 heures", "10 minutes". */
export function formatPeriod(periodMs: number): string {
  const { ms, name } = units.find((unit) => periodMs >= unit.ms) ?? { ms: minuteMs, name: "minute" };
  return formatCount(periodMs / ms, name);
}

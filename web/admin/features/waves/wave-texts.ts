import type { Audience } from "#contract/audience.ts";
import type { Wave } from "#contract/waves.schema.ts";
import { waveOrderLabels, waveStatusLabels } from "#contract/waves.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { formatCount, formatDateTime } from "#web/lib/format.ts";

export const wavesAddress = screenAddress("waves");
export const waveAddress = (id: string) => `${wavesAddress}/${id}`;

const people: Record<Audience, [string, string]> = {
  user: ["utilisateur", "utilisateurs"],
  brand: ["marque", "marques"],
};

/** "200 utilisateurs, les plus anciennes inscriptions". */
export function waveTitle({ audience, count, total, order }: Wave): string {
  const [one, many] = people[audience];
  return `${formatCount(total || count, one, many)}, ${waveOrderLabels[order].toLowerCase()}`;
}

/** The time of the start, of the scheduled start, or of the preparation. */
export function waveTime({ status, startedAt, startsAt, createdAt }: Wave): string {
  if (startedAt) return `Lancée le ${formatDateTime(startedAt)}`;
  if (status === "scheduled") return `Prévue le ${formatDateTime(startsAt)}`;
  return `Préparée le ${formatDateTime(createdAt)}`;
}

/** "Lancée le 27/11/2026 10:00, préparée par ines@tenue.example. Arrêtée": with the status when the time does not show it. */
export function waveOrigin(wave: Wave): string {
  const { status, startedAt, createdBy } = wave;
  const isPreparation = startedAt === null && status !== "scheduled";
  const origin = `${waveTime(wave)}${isPreparation ? " par" : ", préparée par"} ${createdBy}`;
  return status === "started" || status === "scheduled" ? origin : `${origin}. ${waveStatusLabels[status]}`;
}

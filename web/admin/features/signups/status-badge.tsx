import { Pill } from "#web/admin/ui/row/row-parts.tsx";
import { formatStatus } from "#web/lib/format.ts";

const tones = { pending: "yellow", approved: "green", rejected: "red" } as const;
const isKnown = (status: string): status is keyof typeof tones => status in tones;

/** A status in words; the colour only repeats them. */
export function StatusBadge({ status }: { status: string | null }) {
  const named = status ?? "pending";
  return <Pill tone={isKnown(named) ? tones[named] : "gray"}>{formatStatus(status)}</Pill>;
}

import { Badge } from "@mantine/core";
import { formatStatus } from "#web/lib/format.ts";

const colors: Record<string, string> = { pending: "yellow", approved: "green", rejected: "red" };

/** A status in words; the colour only repeats them. */
export function StatusBadge({ status }: { status: string | null }) {
  return (
    <Badge
      variant="light"
      radius="sm"
      tt="none"
      miw="max-content"
      color={colors[status ?? "pending"] ?? "gray"}
    >
      {formatStatus(status)}
    </Badge>
  );
}

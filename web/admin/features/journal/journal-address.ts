import { z } from "zod";
import { journalActionKeys } from "#contract/journal.ts";
import { wordParameter } from "#web/admin/ui/use-address.ts";

const day = z.iso.date().catch("");

/** The filters, kept in the address. An invalid value counts as absent. */
export const journalAddress = z.object({
  action: wordParameter([...journalActionKeys, ""], ""),
  actor: z
    .string()
    .catch("")
    .transform((text) => text.trim().slice(0, 254)),
  from: day,
  to: day,
});

export type JournalFilters = z.infer<typeof journalAddress>;

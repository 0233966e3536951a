import { z } from "zod";
import { emailStatuses } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import { idParameter, textParameter, wordParameter } from "#web/admin/ui/use-address.ts";

/** Which entries the log shows. */
export const logFilter = z.object({
  search: textParameter(limits.searchMax),
  status: wordParameter([...emailStatuses, "all"], "all"),
});

/** The filter, and the opened entry. */
export const logAddress = logFilter.extend({ entry: idParameter });

export type LogFilter = z.infer<typeof logFilter>;

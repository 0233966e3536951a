import { type EmailStatus, emailStatuses } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";

/** What the log shows, as the address says it. Defaults are left out of the address. */
export type LogFilter = { search: string; status: EmailStatus | "all" };

/** Reads an address that anybody may have typed: what is not understood is the default. */
export function readLogFilter(query: URLSearchParams): LogFilter {
  return {
    search: (query.get("search") ?? "").slice(0, limits.searchMax),
    status: emailStatuses.find((known) => known === query.get("status")) ?? "all",
  };
}

/** The address after a change; foreign parameters stay. */
export function changeLogFilter(query: URLSearchParams, change: Partial<LogFilter>): URLSearchParams {
  const { search, status } = { ...readLogFilter(query), ...change };
  const next = new URLSearchParams(query);
  if (search === "") next.delete("search");
  else next.set("search", search);
  if (status === "all") next.delete("status");
  else next.set("status", status);
  return next;
}

import type { SignupStatus } from "#contract/audience.ts";
import { signupStatuses } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";

/** What a list shows, as its address says it. Defaults are left out of the address. */
export type ListParams = {
  status: SignupStatus | "all";
  search: string;
  order: "asc" | "desc";
  page: number;
};

const defaults: ListParams = { status: "all", search: "", order: "desc", page: 1 };

/** Reads an address that anybody may have typed: what is not understood is the default. */
export function readListParams(query: URLSearchParams): ListParams {
  const status = signupStatuses.find((known) => known === query.get("status")) ?? defaults.status;
  const page = Number(query.get("page"));
  return {
    status,
    search: (query.get("search") ?? "").slice(0, limits.searchMax),
    order: query.get("order") === "asc" ? "asc" : "desc",
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1e9 ? page : defaults.page,
  };
}

/** The address after a change. Whatever changes but the page leads back to page 1; foreign parameters stay. */
export function changeListParams(query: URLSearchParams, change: Partial<ListParams>): URLSearchParams {
  const params = { ...readListParams(query), page: defaults.page, ...change };
  const next = new URLSearchParams(query);
  for (const key of ["status", "search", "order", "page"] as const) {
    if (params[key] === defaults[key]) next.delete(key);
    else next.set(key, String(params[key]));
  }
  return next;
}

/** First and last row shown, and the number of pages, of a list of `total` rows. */
export function pageBounds({ page, pageSize, total }: { page: number; pageSize: number; total: number }) {
  return {
    first: total === 0 ? 0 : (page - 1) * pageSize + 1,
    last: Math.min(page * pageSize, total),
    pages: Math.max(1, Math.ceil(total / pageSize)),
  };
}

import { useMemo } from "react";
import { z } from "zod";
import { signupStatuses } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import type { Conditions } from "#contract/segments.ts";
import { invitationStates } from "#contract/waves.ts";
import {
  readAddress,
  textParameter,
  useAddress,
  useStableValue,
  uuidParameter,
  wordParameter,
} from "#web/admin/ui/use-address.ts";

const invitationFilters = ["", "any", "none", ...invitationStates] as const;

export const listParams = z.object({
  status: wordParameter([...signupStatuses, "all"], "all"),
  search: textParameter(limits.searchMax),
  /** "<question id>:<option>" */
  answer: z
    .string()
    .max(limits.optionMax + 40)
    .regex(/^[\da-f-]{36}:.+$/su)
    .catch(""),
  /** A segment's id. */
  segment: z.union([z.literal(""), z.uuid()]).catch(""),
  /** An unnamed segment as JSON. The server validates it, so that the list does not load the schema. */
  conditions: textParameter(limits.conditionsTextMax),
  invitation: wordParameter(invitationFilters, ""),
  columns: textParameter(400),
  order: wordParameter(["asc", "desc"], "desc"),
  page: z.coerce.number().int().min(1).max(1e9).catch(1),
});

/** The parameters of the list, and the opened sign-up. */
export const signupsAddress = listParams.extend({ signup: uuidParameter });

export type ListParams = z.infer<typeof listParams>;

/** The parameters of an address without any: their defaults. */
export const allSignups: ListParams = readAddress(listParams, new URLSearchParams());

/** The parameters shared by all pages. */
export type ListFilters = Omit<ListParams, "page">;

/** Adds page 1 to a change, unless the change itself sets the page. */
export function fromFirstPage(change: Partial<ListParams>): Partial<ListParams> {
  return { page: 1, ...change };
}

/** The empty values of all filters besides the status. */
export const noNarrowing = { search: "", answer: "", segment: "", conditions: "", invitation: "" } as const;

export function isNarrowed({
  search,
  answer,
  segment,
  conditions,
  invitation,
}: Pick<ListFilters, keyof typeof noNarrowing>): boolean {
  return search !== "" || answer !== "" || segment !== "" || conditions !== "" || invitation !== "";
}

/** True when a list without filters is empty, which means that there are no sign-ups yet. */
export function isEmptyUnfilteredList(
  filters: ListFilters,
  list: { total: number; counts: { all: number } | null } | undefined,
): boolean {
  const isWhole = filters.status === "all" && !isNarrowed(filters);
  return isWhole && list?.total === 0 && list.counts?.all === 0;
}

/** Parses the unnamed segment, which the server has already validated; null without one. */
export function readConditions(text: string): Conditions | null {
  return text === "" ? null : (JSON.parse(text) as Conditions);
}

/** First and last row shown, and the number of pages, of a list of `total` rows. */
export function pageBounds({ page, pageSize, total }: { page: number; pageSize: number; total: number }) {
  return {
    first: total === 0 ? 0 : (page - 1) * pageSize + 1,
    last: Math.min(page * pageSize, total),
    pages: Math.max(1, Math.ceil(total / pageSize)),
  };
}

/** The list's filters and the opened sign-up, both kept in the address. */
export function useSignupsAddress() {
  const { state, change } = useAddress(signupsAddress);
  const { signup, page, ...rest } = state;
  // `filters` stays identical when only the page or the opened sign-up changes.
  const filters = useStableValue(rest);
  const steady = useMemo(
    () => ({
      changeParams: (next: Partial<ListParams>, options?: { replace?: boolean }) =>
        change(fromFirstPage(next), options),
      open: (id: string) => change({ signup: id }),
      /** Goes from one opened sign-up to another without a history entry, so that 'Back' closes the dialog. */
      step: (id: string) => change({ signup: id }, { replace: true }),
      turn: (next: (page: number) => number) => change(({ page }) => ({ page: next(page) })),
      close: () => change({ signup: null }, { replace: true }),
    }),
    [change],
  );
  return {
    ...steady,
    filters,
    params: useMemo(() => ({ ...filters, page }), [filters, page]),
    openId: signup,
    turnTo: (page: number) => change({ page }, { replace: signup !== null }),
  };
}

export type SignupsAddress = ReturnType<typeof useSignupsAddress>;

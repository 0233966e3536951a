import { useCallbackRef } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { ListedSignup, SignupSummary } from "#contract/signup-list.schema.ts";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { arrivalsQuery, listsKey, signupListQuery } from "./signups.api.ts";
import { isNarrowed, pageBounds, type SignupsAddress } from "./signups-address.ts";

/** Loads the page in view, prefetches the next one, and counts the sign-ups that came in since. */
export function useSignupList(audience: Audience, address: SignupsAddress) {
  const { params, filters } = address;
  const queryClient = useQueryClient();
  const known = useKnownRows(JSON.stringify([audience, filters]));
  const list = useEagerQuery(signupListQuery(audience, params, known.until));
  const asOf = list.isPlaceholderData ? undefined : list.data?.asOf;
  const isEmpty = list.data?.page === 1 && list.data.items.length === 0;
  useEffect(() => {
    // An empty list may show new sign-ups at once, because they move no other row.
    if (isEmpty) known.forget();
    else if (asOf !== undefined) known.note(asOf);
  });
  const arrived = useQuery(arrivalsQuery(audience, announces(filters) ? asOf : undefined));
  useNextPageAhead({ audience, address, list: list.data, until: known.until });
  useLastPageFallback(list.data, address);
  const refresh = useCallbackRef(() => {
    known.forget();
    void queryClient.refetchQueries({ queryKey: listsKey(audience), type: "active" });
  });
  return {
    list,
    arrivals: arrived.data.count,
    /** Reloads the list with new sign-ups. */
    refresh,
    /** Goes to the first page with the newest first, which shows the new sign-ups. */
    showArrivals() {
      if (params.page === 1 && params.order === "desc") return refresh();
      known.forget();
      address.changeParams({ order: "desc" });
    },
  };
}

/**
 * Leaves rows that came in after the first load out of a list until the admin asks for them. Other reloads, after a decision
 * or on return to the tab, therefore never move rows under the pointer.
 * @param list identifies the filter; a new filter shows all its current rows
 */
function useKnownRows(list: string) {
  const known = useRef<{ list: string; asOf: string } | null>(null);
  return {
    until: () => (known.current?.list === list ? known.current.asOf : undefined),
    note(asOf: string) {
      known.current = { list, asOf };
    },
    forget() {
      known.current = null;
    },
  };
}

/** True when the list announces new sign-ups: they are pending, so only the whole and the pending list without search do. */
function announces(filters: SignupsAddress["filters"]): boolean {
  return !isNarrowed(filters) && (filters.status === "all" || filters.status === "pending");
}

type Counted = { page: number; pageSize: number; total: number; totalIsExact: boolean; items: unknown[] };

/** The time in which a prefetched page is not fetched again. */
const aheadMs = 5_000;

type Ahead = {
  audience: Audience;
  address: SignupsAddress;
  list: Counted | undefined;
  until: () => string | undefined;
};

function useNextPageAhead({ audience, address: { params }, list, until }: Ahead): void {
  const queryClient = useQueryClient();
  const hasNext = list?.page === params.page && list.page < pageBounds(list).pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is followed by the page after it.
  useEffect(() => {
    if (!hasNext) return;
    const next = signupListQuery(audience, { ...params, page: params.page + 1 }, until);
    void queryClient.prefetchQuery({ ...next, staleTime: aheadMs });
  }, [list, hasNext]);
}

/** Goes back to an earlier page when the last page loses all its rows. */
function useLastPageFallback(list: Counted | undefined, { params, changeParams }: SignupsAddress): void {
  const beyond = list && list.page === params.page ? pageBefore(list) : null;
  useEffect(() => {
    if (beyond === null) return;
    // A change of the address is flushed, which React refuses inside an effect.
    queueMicrotask(() => changeParams({ page: beyond }, { replace: true }));
  }, [beyond, changeParams]);
}

/** The page to show instead of a page without rows; null when the page has rows or is the first. */
export function pageBefore(list: Counted): number | null {
  if (list.items.length > 0 || list.page <= 1) return null;
  return Math.min(pageBounds(list).pages, list.page - 1);
}

type Held = { list: string; rows: HeldRow[] };

/**
 * Keeps rows in their places when the list changes. A decided row stays until pointer and focus have left the rows. If the list
 * moved up at once, a second click at the same spot would decide on the next person. A row whose decision is being undone stays
 * until the list contains it again.
 * @param list identifies filter and page; rows are held only in the list in which they were decided
 */
export function useHeldRows(items: ListedSignup[], list: string) {
  const [held, setHeld] = useState<Held>({ list, rows: [] });
  const pointerInside = useRef(false);
  /** The place of each row when it was decided. */
  const places = useRef(new Map<string, HeldRow & { list: string }>());
  const rows = held.list === list ? held.rows : [];
  const shown = withHeldRows(items, rows);

  const release = () =>
    setHeld((now) => ({ list, rows: now.rows.filter(({ signup }) => isPending(signup)) }));
  const letGo = (id: string) =>
    setHeld((now) => ({ ...now, rows: now.rows.filter(({ signup }) => signup.id !== id) }));
  const hold = (row: HeldRow) =>
    setHeld({ list, rows: [...rows.filter(({ signup }) => signup.id !== row.signup.id), row] });
  return {
    shown,
    /** @param inView false when a dialog covers the rows */
    decided(decision: SignupSummary, inView: boolean) {
      const index = shown.findIndex(({ id }) => id === decision.id);
      const row = shown[index];
      if (!row) return;
      places.current.set(row.id, { list, signup: row, index });
      if (pointerInside.current && inView) hold({ signup: { ...row, ...decision }, index });
      else letGo(row.id);
    },
    /** Shows the row as pending at its old place, if it was decided in this list. */
    putBack(id: string) {
      const place = places.current.get(id);
      if (place?.list !== list) return;
      const index = shown.findIndex((row) => row.id === id);
      hold({ signup: { ...place.signup, status: "pending" }, index: index < 0 ? place.index : index });
    },
    /** Stops holding a row, so that the server's list decides about it. */
    letGo,
    /** Event handlers for the element around the rows. */
    watch: {
      onPointerEnter() {
        pointerInside.current = true;
      },
      onPointerLeave({ currentTarget }: PointerEvent<HTMLElement>) {
        pointerInside.current = false;
        if (isAway(document.activeElement, currentTarget)) release();
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
        if (!pointerInside.current && isAway(relatedTarget, currentTarget)) release();
      },
    },
  };
}

function isPending({ status }: ListedSignup): boolean {
  return status === "pending";
}

/** True when the focus has left the rows. A dialog returns the focus to its row, and a tap on 'Annuler' must not move the list. */
function isAway(focused: Element | null, rows: Element): boolean {
  return !rows.contains(focused) && !focused?.closest('[role="dialog"], [data-review-bar]');
}

/** A decided sign-up and the place of its row. */
export type HeldRow = { signup: ListedSignup; index: number };

/** The server's rows, with each held row at its old place. */
export function withHeldRows(items: readonly ListedSignup[], held: readonly HeldRow[]): ListedSignup[] {
  const heldIds = new Set(held.map(({ signup }) => signup.id));
  const rows = items.filter(({ id }) => !heldIds.has(id));
  for (const { signup, index } of [...held].sort((a, b) => a.index - b.index)) {
    rows.splice(index, 0, signup);
  }
  return rows;
}

import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Audience } from "#contract/audience.ts";
import type { DecidedSignup } from "#contract/decisions.schema.ts";
import type { ListedSignup, SignupList, SignupSummary } from "#contract/signup-list.schema.ts";
import { rowId } from "#web/admin/ui/focus.ts";
import { countDecisionsUnderWay, listKey, signupDetailQuery } from "../signups.api.ts";
import { pageBounds, type SignupsAddress } from "../signups-address.ts";
import { pageBefore } from "../use-signup-list.ts";

/** The element that takes the focus when no row is left. */
export const emptyListId = "no-signups";

/** The id of the row that contains the focus; null when none does. */
export function focusedRowId(): string | null {
  return document.activeElement?.closest<HTMLElement>("[data-signup]")?.dataset.signup ?? null;
}

function isRowDrawn(id: string): boolean {
  return document.getElementById(rowId(id)) !== null;
}

/** @param still true: the list does not scroll, even when the row is out of view */
function focusRow(id: string, { still = false } = {}): void {
  const row = document.getElementById(rowId(id));
  row?.focus({ preventScroll: true });
  if (!still) row?.scrollIntoView({ block: "nearest" });
}

/** True when the focused button was pressed with a pointer. The list must not scroll then, or another person moves under it. */
function isPointed(): boolean {
  return document.activeElement?.matches("[data-signup] button:not(:focus-visible)") ?? false;
}

/** When the focused row leaves the list, moves the focus to the row that replaces it. Otherwise it would fall to the body. */
export function useRowFocus(ids: readonly string[]): void {
  const held = useRef<{ id: string; index: number } | null>(null);
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is what `ids` holds.
  useEffect(() => {
    const before = held.current;
    if (before && !ids.includes(before.id) && document.activeElement === document.body) {
      const heir = ids[Math.min(before.index, ids.length - 1)];
      if (heir !== undefined) focusRow(heir);
      else document.getElementById(emptyListId)?.focus();
    }
    const note = () => {
      const id = focusedRowId();
      held.current = id === null ? null : { id, index: ids.indexOf(id) };
    };
    note();
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [key]);
}

type Options = {
  audience: Audience;
  address: SignupsAddress;
  list: UseQueryResult<SignupList>;
  /** The rows that the list shows, including held rows. */
  rows: readonly ListedSignup[];
};

/** Actions that wait for the next rows: a step to another page, the last decision of a page, an undo. */
type Awaited = { row: "first" | "last" | "pending" | { id: string }; page: number };

/** Moves from one sign-up to the next: in the dialog when it is open, else by focusing rows. */
export function useReview({ audience, address, list, rows }: Options) {
  const awaited = useRef<Awaited | null>(null);
  const leftBehind = useRef<string | null>(null);
  /** Sign-ups to which the review returned before the server answered their undo. */
  const broughtBack = useRef(new Set<string>());
  const { openId, params } = address;
  const queryClient = useQueryClient();
  const pages = list.data ? pageBounds(list.data).pages : 1;
  // Read on demand: a subscription would render the screen two more times for each page.
  const isReading = () =>
    countDecisionsUnderWay(queryClient, audience) > 0 ||
    queryClient.isFetching({ queryKey: listKey(audience, params), exact: true }) > 0;
  const goTo = (id: string) => (openId === null ? focusRow(id) : address.step(id));

  // biome-ignore lint/correctness/useExhaustiveDependencies: an awaited action runs when new rows arrive.
  useEffect(() => {
    const { current } = awaited;
    const page = list.data;
    if (!current || !page || isReading() || page.page !== current.page) return;
    awaited.current = null;
    const before = current.row === "pending" ? pageBefore(page) : null;
    if (before !== null) {
      // The list returns to the previous page, which has the next sign-up.
      awaited.current = { row: "pending", page: before };
      return;
    }
    const id = chosenOf(page.items, current.row);
    // A change of the address is flushed, which React refuses inside an effect.
    if (id) queueMicrotask(() => goTo(id));
    else if (openId !== null && current.row === "pending") queueMicrotask(address.close);
  }, [list.data, list.dataUpdatedAt]);

  const stepOf = (id: string | null, by: 1 | -1) => stepFrom(rows, { id, page: params.page, pages }, by);
  const previous = openId === null ? null : stepOf(openId, -1);
  const next = openId === null ? null : stepOf(openId, 1);
  useDetailsAhead(audience, openId === null ? [] : [next, previous, nextPending(rows, openId)]);

  /** True when an unfiltered list has a pending sign-up on its prefetched next page, where the review then continues. */
  const nextPageWaits = () => {
    const ahead = queryClient.getQueryData<SignupList>(
      listKey(audience, { ...params, page: params.page + 1 }),
    );
    return params.status === "all" && ahead?.items.some(({ status }) => status === "pending") === true;
  };
  const take = (step: Step | { page: number; edge: "pending" } | null) => {
    if (!step) return;
    if ("id" in step) return goTo(step.id);
    awaited.current = { row: step.edge, page: step.page };
    address.turnTo(step.page);
  };
  return {
    /** The steps to the neighbours of the opened sign-up. */
    previous,
    next,
    take,
    /** Moves one row down or up from the focused row. */
    stepBy: (by: 1 | -1) => take(stepOf(focusedRowId(), by)),
    /** Shows the next pending sign-up of this page before the server answers. A refusal names the sign-up that it concerns. */
    advanceOptimistically({ id }: SignupSummary) {
      const pending = nextPending(rows, id);
      leftBehind.current = pending && id;
      if (pending && openId === null) focusRow(pending.id, { still: isPointed() });
      else if (pending) address.step(pending.id);
    },
    /** After the last decision of a page, goes to the sign-up that moves up. */
    goOn(decided: DecidedSignup) {
      if (leftBehind.current === decided.id || (openId !== null && openId !== decided.id)) return;
      const pending = nextPending(rows, decided.id);
      if (pending) return goTo(pending.id);
      const more = params.status === "pending" && (list.data?.total ?? 0) > 1;
      if (more) awaited.current = { row: "pending", page: params.page };
      else if (nextPageWaits()) take({ page: params.page + 1, edge: "pending" });
      else if (openId !== null) address.close();
      else focusRow(decided.id);
    },
    /** Returns to the sign-up of an undone decision before the server answers, if the sign-up is in view. */
    returnOptimistically({ id }: SignupSummary) {
      if (openId === null && !isRowDrawn(id)) return;
      broughtBack.current.add(id);
      goTo(id);
    },
    /** Returns to the sign-up of an undone decision after the server has answered. */
    comeBack({ id }: DecidedSignup) {
      if (broughtBack.current.delete(id)) return;
      if (openId !== null || rows.some((row) => row.id === id)) goTo(id);
      else awaited.current = { row: { id }, page: params.page };
    },
  };
}

export type Review = ReturnType<typeof useReview>;

function chosenOf(items: readonly ListedSignup[], row: Awaited["row"]): string | undefined {
  if (typeof row === "object") return items.find(({ id }) => id === row.id)?.id;
  if (row === "pending") return items.find(({ status }) => status === "pending")?.id;
  return items.at(row === "first" ? 0 : -1)?.id;
}

/** Prefetches the sign-ups that the next key may open. */
function useDetailsAhead(audience: Audience, steps: (Step | null)[]): void {
  const queryClient = useQueryClient();
  const ids = [...new Set(steps.flatMap((step) => (step && "id" in step ? [step.id] : [])))].join();
  useEffect(() => {
    if (ids === "") return;
    for (const id of ids.split(","))
      void queryClient.prefetchQuery({ ...signupDetailQuery(audience, id), staleTime: 10_000 });
  }, [queryClient, audience, ids]);
}

type Row = Pick<SignupSummary, "id" | "status">;

/** The next pending row after a decided one: below it, else from the top; null when the page has no pending row. */
export function nextPending<Item extends Row>(rows: readonly Item[], decidedId: string): Item | null {
  const index = rows.findIndex(({ id }) => id === decidedId);
  const isNext = ({ id, status }: Row) => status === "pending" && id !== decidedId;
  return rows.slice(index + 1).find(isNext) ?? rows.slice(0, Math.max(index, 0)).find(isNext) ?? null;
}

/** The target of a step: a row of this page, or the first or last row of another page. */
export type Step = { id: string } | { page: number; edge: "first" | "last" };

type Place = { id: string | null; page: number; pages: number };

/** @param by 1 for the row below, -1 for the row above */
export function stepFrom(rows: readonly Row[], { id, page, pages }: Place, by: 1 | -1): Step | null {
  const index = rows.findIndex((row) => row.id === id);
  const target = index < 0 ? rows[by > 0 ? 0 : rows.length - 1] : rows[index + by];
  if (target) return { id: target.id };
  if (by > 0 && page < pages) return { page: page + 1, edge: "first" };
  if (by < 0 && page > 1) return { page: page - 1, edge: "last" };
  return null;
}

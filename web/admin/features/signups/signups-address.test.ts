import { expect, test } from "vitest";
import { changeAddress, readAddress } from "#web/admin/ui/use-address.ts";
import {
  fromFirstPage,
  isEmptyUnfilteredList,
  type ListParams,
  listParams,
  pageBounds,
  signupsAddress,
} from "./signups-address.ts";

const readListParams = (query: URLSearchParams) => readAddress(listParams, query);
const changeListParams = (query: URLSearchParams, change: Partial<ListParams>) =>
  changeAddress(signupsAddress, query, fromFirstPage(change));

test("an address without parameters shows all sign-ups, newest first, on page 1", () => {
  expect(readListParams(new URLSearchParams())).toEqual({
    status: "all",
    search: "",
    answer: "",
    segment: "",
    conditions: "",
    invitation: "",
    columns: "",
    order: "desc",
    page: 1,
  });
});

test("an invalid parameter in the list's address counts as its default", () => {
  const query = new URLSearchParams("status=vip&order=up&page=-3&answer=lin");
  expect(readListParams(query)).toEqual(readListParams(new URLSearchParams()));
  expect(readListParams(new URLSearchParams("page=1.5")).page).toBe(1);
  expect(readListParams(new URLSearchParams("page=1e99")).page).toBe(1);
});

test("a new filter of sign-ups returns to the first page and keeps the other filters", () => {
  const id = "00000000-0000-4000-8000-000000000007";
  const query = new URLSearchParams(`search=zo%C3%A9&page=4&signup=${id}`);
  expect(changeListParams(query, { status: "pending" }).toString()).toBe(
    `search=zo%C3%A9&signup=${id}&status=pending`,
  );
});

test("another page of sign-ups keeps every filter", () => {
  const query = new URLSearchParams("status=approved&order=asc");
  expect(changeListParams(query, { page: 3 }).toString()).toBe("status=approved&order=asc&page=3");
});

test("the list's address omits parameters with default values", () => {
  const query = new URLSearchParams("status=approved&order=asc&search=a&page=2");
  expect(changeListParams(query, { status: "all", order: "desc", search: "" }).toString()).toBe("");
});

test("the last page of sign-ups ends with the last row", () => {
  expect(pageBounds({ page: 3, pageSize: 10, total: 24 })).toEqual({ first: 21, last: 24, pages: 3 });
  expect(pageBounds({ page: 1, pageSize: 10, total: 0 })).toEqual({ first: 0, last: 0, pages: 1 });
});

test("an empty list without filters means that there are no sign-ups yet", () => {
  const params = readListParams(new URLSearchParams());
  const empty = { total: 0, counts: { all: 0 } };
  expect(isEmptyUnfilteredList(params, empty)).toBe(true);
  expect(isEmptyUnfilteredList(params, undefined)).toBe(false);
  expect(isEmptyUnfilteredList(params, { total: 1, counts: { all: 1 } })).toBe(false);
  expect(isEmptyUnfilteredList({ ...params, search: "zoé" }, empty)).toBe(false);
  expect(isEmptyUnfilteredList({ ...params, status: "rejected" }, empty)).toBe(false);
  expect(isEmptyUnfilteredList({ ...params, answer: "x" }, empty)).toBe(false);
});

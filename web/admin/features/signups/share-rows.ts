import { replaceEqualDeep } from "@tanstack/react-query";

type Rows = { items: { id: string }[] };

/**
 * A row with the same content keeps its identity at any place, so that a list which moves up by one renders
 * one row. TanStack Query by itself compares by place.
 */
export function shareRows<List extends Rows>(before: List | undefined, after: List): List {
  if (!before) return after;
  const known = new Map(before.items.map((row) => [row.id, row]));
  const items = after.items.map((row) => replaceEqualDeep(known.get(row.id), row));
  const isSame =
    items.length === before.items.length && items.every((row, index) => row === before.items[index]);
  const around = replaceEqualDeep(before, { ...after, items: before.items });
  return isSame ? around : { ...around, items };
}

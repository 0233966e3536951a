import { canonicalEmail, domainOf } from "#contract/email-address.ts";
import { isDisposableDomain } from "./signups.rules.ts";

/** What a sign-up holds of its address. */
export type StoredAddress = { id: string; email: string; disposableEmail: boolean; createdAt: Date };
/** What it is to hold instead. */
export type NewAddress = { id: string; email: string; disposableEmail: boolean };
/** `key` is the same for addresses that count as one. Holders come in the order of their age. */
export type Holder = { id: string; email: string; key: string };
export type NewDuplicate = { id: string; duplicateOf: string };

/** The rows whose address is not as a sign-up of today would be stored. What is no address at all stays as it is. */
export function addressesToChange(rows: readonly StoredAddress[]): NewAddress[] {
  return rows.flatMap(({ id, email: typed, disposableEmail: flagged }) => {
    const email = canonicalEmail(typed);
    if (email === null) return [];
    const disposableEmail = isDisposableDomain(domainOf(email));
    return email === typed && disposableEmail === flagged ? [] : [{ id, email, disposableEmail }];
  });
}

/** Of all that come to hold the same address, the oldest keeps it; the others become its duplicates. */
export function duplicatesAmong(holders: readonly Holder[]): NewDuplicate[] {
  return [...Map.groupBy(holders, ({ key }) => key).values()].flatMap(([oldest, ...later]) =>
    oldest ? later.map(({ id }) => ({ id, duplicateOf: oldest.id })) : [],
  );
}

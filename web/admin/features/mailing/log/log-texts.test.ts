import { expect, test } from "vitest";
import { changeAddress, readAddress } from "#web/admin/ui/use-address.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { logAddress, logFilter } from "./log.api.ts";
import { waitingSentences } from "./log-table.tsx";

test("an address with invalid filters shows the whole log", () => {
  expect(readAddress(logFilter, new URLSearchParams("status=lost"))).toEqual({ search: "", status: "all" });
});

test("a changed log filter keeps the tab and leaves defaults out of the address", () => {
  const query = new URLSearchParams("tab=log&status=failed");
  expect(changeAddress(logAddress, query, { search: "zoé" }).toString()).toBe(
    "tab=log&status=failed&search=zo%C3%A9",
  );
  expect(changeAddress(logAddress, query, { status: "all" }).toString()).toBe("tab=log");
});

const roomAt = "2026-11-22T13:05:00.000Z";
const plain = (sentences: string[]) => sentences.map((sentence) => sentence.replace(/\s/g, " "));

test("messages that no limit delays need no sentence", () => {
  expect(waitingSentences({ lane: "direct", count: 3, forMailbox: 0, limit: null })).toEqual([]);
});

test("the sentence about a limit states how many messages it delays and when the next one may leave", () => {
  const confirmations = {
    lane: "confirmation",
    count: 120,
    forMailbox: 0,
    limit: { reason: "confirmation_cap", roomAt },
  } as const;
  expect(plain(waitingSentences(confirmations))).toEqual(
    plain([
      `120 confirmations attendent : le plafond de confirmations par heure est atteint. Prochain envoi possible le ${formatDateTime(roomAt)}.`,
    ]),
  );
  const link = { lane: "link", count: 1, forMailbox: 0, limit: { reason: "cap", roomAt } } as const;
  expect(plain(waitingSentences(link))[0]).toMatch(
    /^1 lien de compte attend : le plafond d’envoi est atteint\./,
  );
});

test("a message that waits for its mailbox and one that waits for a rate limit have different texts", () => {
  const both = { lane: "confirmation", count: 5, forMailbox: 2, limit: { reason: "cap", roomAt } } as const;
  expect(plain(waitingSentences(both))).toEqual([
    expect.stringMatching(/^3 confirmations attendent : le plafond d’envoi/),
    "2 confirmations attendent le lendemain : une boîte aux lettres n’en reçoit qu’une en 24 heures.",
  ]);
});

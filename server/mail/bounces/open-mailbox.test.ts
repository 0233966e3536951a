import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { createMailboxOpener, MailboxError } from "./open-mailbox.ts";

test("a failed connection leaves no listener on the signal of the process", async () => {
  const { signal } = new AbortController();
  const open = createMailboxOpener({ privateHosts: ["127.0.0.1"] });
  const access = { host: "127.0.0.1", port: 1, username: "rebonds", password: "velours", unreadable: false };
  await expect(open(access, signal)).rejects.toThrow(MailboxError);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

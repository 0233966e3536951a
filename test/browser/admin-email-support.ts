import type { AddressInfo } from "node:net";
import type { Locator, Page } from "@playwright/test";
import { SMTPServer } from "smtp-server";
import type { UpdateEmailSettings } from "#contract/email.schema.ts";
import { presentVersion } from "#test/support/present-version.ts";
import type { ServerProcess } from "#test/support/server-process.ts";
import { expect } from "./fixtures.ts";

export type ReceivedMail = { recipient: string; text: string };

/** Starts a real mail server, which refuses addresses that begin with "refus". */
export async function startMailbox(): Promise<{
  port: number;
  mails: ReceivedMail[];
  stop: () => Promise<void>;
}> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    closeTimeout: 100, // closes connections that stay open for the next message
    onRcptTo({ address }, _session, done) {
      if (!address.startsWith("refus")) return done();
      done(Object.assign(new Error("5.1.1 Boîte inconnue"), { responseCode: 550 }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        for (const { address } of session.envelope.rcptTo) mails.push({ recipient: address, text });
        done();
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    stop: () => new Promise((stopped) => server.close(stopped)),
  };
}

type Settings = Omit<UpdateEmailSettings, "version">;

const simulation: Settings = {
  senderName: "Tenue",
  senderEmail: "bonjour@tenue.example",
  replyTo: null,
  preferredProvider: "smtp",
  simulationMode: true,
  smtpHost: null,
  smtpPort: null,
  smtpUsername: null,
  smtpPassword: "",
  sendgridKey: "",
};

/** Replaces the stored settings by simulation only, with the given changes. */
export async function saveSettings(
  page: Page,
  site: ServerProcess,
  change: Partial<Settings> = {},
): Promise<void> {
  const path = "/api/admin/email/settings";
  const version = await presentVersion(async () => (await page.request.get(path)).json(), path);
  const answer = await page.request.put(path, {
    data: { ...simulation, ...change, version },
    headers: { origin: site.url },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Settings that send messages to a server on this machine. */
export const sendingTo = (port: number): Partial<Settings> => ({
  simulationMode: false,
  smtpHost: "127.0.0.1",
  smtpPort: port,
  pauseMs: 0,
});

/** Deletes all e-mails, campaigns and sign-ups. */
export async function emptyMail(site: ServerProcess): Promise<void> {
  const signups = ["beta_signups", "brand_signups", "consents"];
  // Suppressions too: an address that a server refused in another test would stay blocked.
  for (const table of ["email_events", "suppressions", "email_log", "campaigns", ...signups]) {
    await site.sql(`delete from ${table}`);
  }
}

/** The browser logs an error when a test looks into a sandboxed frame. */
export const frameNotice = /^Blocked script execution in 'about:srcdoc'/;

export const button = (scope: Page | Locator, name: string) =>
  scope.getByRole("button", { name, exact: true });

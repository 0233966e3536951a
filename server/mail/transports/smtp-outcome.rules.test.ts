import { describe, expect, test } from "vitest";
import {
  isConnectionLost,
  isConnectionUsedUp,
  isPoolClosed,
  smtpOutcome,
  smtpReason,
} from "./smtp-outcome.rules.ts";

const failure = (message: string, details: object = {}) => Object.assign(new Error(message), details);
const refusal = (responseCode: number, response: string, code = "EENVELOPE") =>
  failure(response, { code, response, responseCode });

describe("an SMTP error", () => {
  test("a refusal of the message is final with 5xx, temporary with 4xx", () => {
    const unknown = refusal(550, "550 No such user");
    expect(smtpOutcome(unknown, { begun: false })).toMatchObject({
      type: "refused",
      message: "Réponse du serveur distant\u00a0: «\u00a0550 No such user\u00a0»",
      refusal: { kind: "hard", statusCode: null, words: "550 No such user" },
    });
    const busy = refusal(450, "450 Mailbox unavailable", "EMESSAGE");
    expect(smtpOutcome(busy, { begun: true })).toMatchObject({
      type: "deferred",
      message: "Réponse du serveur distant\u00a0: «\u00a0450 Mailbox unavailable\u00a0»",
      refusal: { kind: "soft", statusCode: null },
    });
  });

  test("the answer to MAIL FROM never counts as an unknown recipient", () => {
    const at = (command: string, response: string) =>
      smtpOutcome(Object.assign(refusal(550, response), { command }), { begun: false });
    expect(at("MAIL FROM", "550 5.1.1 Sender unknown")).not.toHaveProperty("refusal");
    expect(at("MAIL FROM", "550 5.7.515 Access denied")).toMatchObject({ refusal: { kind: "blocked" } });
    expect(at("MAIL FROM", "550 Too many messages from you")).toMatchObject({ refusal: { kind: "soft" } });
    expect(at("RCPT TO", "550 5.1.1 User unknown")).toMatchObject({
      refusal: { kind: "hard", statusCode: "5.1.1" },
    });
  });

  test("an attempt without an answer after the message was begun is uncertain, because the server may have taken it", () => {
    const silence = failure("Timeout", { code: "ETIMEDOUT" });
    expect(smtpOutcome(silence, { begun: true }).type).toBe("uncertain");
    expect(smtpOutcome(silence, { begun: false }).type).toBe("unreachable");
  });

  test("an error of the connection does not refuse the message", () => {
    expect(smtpOutcome(refusal(535, "535 Invalid login", "EAUTH"), { begun: false }).type).toBe(
      "unreachable",
    );
  });

  test("an address that cannot be part of a command is refused before a command is sent", () => {
    const unfit = failure("Invalid recipient", { code: "EENVELOPE" });
    expect(smtpOutcome(unfit, { begun: false }).type).toBe("refused");
  });
});

describe("the connection", () => {
  test("the SMTP connection is used up after 421, and after 452 only in answer to MAIL FROM", () => {
    expect(isConnectionUsedUp(refusal(421, "421 Bye"))).toBe(true);
    const atSender = Object.assign(refusal(452, "452 Too many messages"), { command: "MAIL FROM" });
    const atRecipient = Object.assign(refusal(452, "452 Full mailbox"), { command: "RCPT TO" });
    expect([isConnectionUsedUp(atSender), isConnectionUsedUp(atRecipient)]).toEqual([true, false]);
    expect(isConnectionUsedUp(refusal(421, "421 Bye", "EAUTH"))).toBe(false);
  });

  test("the SMTP connection is lost when it ended without an answer", () => {
    expect(isConnectionLost(failure("closed", { code: "ECONNECTION" }))).toBe(true);
    expect(isConnectionLost(refusal(421, "421 Bye", "ECONNECTION"))).toBe(false);
  });

  test("a connection closed with its pool does not count as lost by the server", () => {
    for (const code of [undefined, "ECONNECTION"]) {
      const error = failure("Connection pool was closed", code === undefined ? {} : { code });
      expect(isPoolClosed(error)).toBe(true);
      expect(isConnectionLost(error)).toBe(false);
    }
    expect(isPoolClosed(failure("closed", { code: "ECONNECTION" }))).toBe(false);
  });
});

describe("the reason", () => {
  test("the reason of a failure is the server's reply, quoted in one line", () => {
    expect(smtpReason(refusal(550, "550-No\r\n550 such user"))).toBe(
      "Réponse du serveur distant\u00a0: «\u00a0550-No 550 such user\u00a0»",
    );
  });

  test("the reason of a failure without a reply is a French sentence with the system's code", () => {
    expect(smtpReason(failure("x", { code: "ESOCKET", originalCode: "ECONNREFUSED" }))).toBe(
      "Le serveur SMTP refuse la connexion : il est arrêté, ou son port n’est pas le bon (ECONNREFUSED).",
    );
    expect(smtpReason(failure("x", { code: "ESOCKET", originalCode: "CERT_HAS_EXPIRED" }))).toContain(
      "(CERT_HAS_EXPIRED)",
    );
    expect(smtpReason(failure("x", { code: "ENOAUTH" }))).toBe(
      "Le serveur SMTP demande un identifiant et un mot de passe.",
    );
  });

  test("an unknown failure is reported with the error's message", () => {
    expect(smtpReason(failure("something odd"))).toBe(
      "Le serveur SMTP n’a pas répondu comme prévu : erreur imprévue (something odd).",
    );
  });
});

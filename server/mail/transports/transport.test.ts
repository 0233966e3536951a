import { describe, expect, test } from "vitest";
import { errorText, isAgainstSender, refusalKind, statusCodeIn } from "./transport.ts";

test.each([
  [
    Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:9"), { code: "ECONNREFUSED" }),
    "la connexion est refusée",
  ],
  [
    new AggregateError([new Error("getaddrinfo ENOTFOUND api.sendgrid.com")]),
    "ce nom est introuvable dans le DNS",
  ],
  [
    new TypeError("fetch failed", { cause: new Error("self-signed certificate") }),
    "le certificat n’est pas valable",
  ],
  [new Error("The operation was aborted due to timeout"), "le délai est dépassé"],
  [new Error("Unexpected token < in JSON"), "erreur imprévue"],
])("reports a system or library error in French, with its own words in parentheses: %s", (error, reason) => {
  expect(errorText(error)).toMatch(new RegExp(`^${reason} \\(.+\\)$`));
});

describe("a refusal", () => {
  test.each(["5.1.1", "5.1.10"])("a refusal with %s means that the mailbox is unknown", (statusCode) => {
    expect(refusalKind({ statusCode, words: "" })).toBe("hard");
  });

  test.each([
    "4.4.7",
    "4.2.2",
    "4.7.1",
    "5.2.2",
    "5.3.0",
    "5.3.4",
    "5.4.4",
    "5.1.6",
    "5.1.2",
    "5.1.3",
    "5.2.1",
  ])("a refusal with %s is soft", (statusCode) =>
    expect(refusalKind({ statusCode, words: "" })).toBe("soft"),
  );

  test.each(["5.7.1", "5.7.26", "5.7.515"])(
    "a refusal with %s blames the content, even when the text mentions the person",
    (statusCode) => {
      expect(refusalKind({ statusCode, words: "user unknown" })).toBe("blocked");
    },
  );

  // Answers that real servers gave. Add a line for each new one.
  test.each([
    [null, "550 No such user here", "hard"],
    [null, "553 recipient address does not exist", "hard"],
    ["5.0.0", "550 Utilisateur inconnu", "hard"],
    [null, "550 cette boîte aux lettres n’existe pas", "hard"],
    [null, "550 Empfänger unbekannt", "hard"],
    [null, "550 El usuario no existe", "hard"],
    [null, "550 casella inesistente: utente sconosciuto", "hard"],
    ["5.4.1", "550 5.4.1 Recipient address rejected: Access denied. [AS(201806281)]", "hard"],
    ["5.2.1", "550 5.2.1 The email account that you tried to reach is disabled", "hard"],
    ["5.1.1", "550 5.1.1 user unknown", "hard"],
    [null, "550 Requested action not taken: mailbox unavailable", "soft"],
    [
      null,
      "550 Requested action not taken: mailbox unavailable. invalid DNS MX or A/AAAA resource record",
      "blocked",
    ],
    [null, "550 Failure sending mail. Try again later", "soft"],
    [
      "5.2.1",
      "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery",
      "soft",
    ],
    ["5.4.1", "550 5.4.1 no answer from host", "soft"],
    ["5.6.7", "553 5.6.7 SMTPUTF8 is not supported: address unknown", "soft"],
    ["5.1.1", "550 5.1.1 rejected by our spam filter", "blocked"],
    [null, "554 Message rejected as spam", "blocked"],
    [null, "550 Refused for local policy reasons: user unknown", "blocked"],
    [null, "554 Transaction failed", "soft"],
    [null, "", "soft"],
  ] as const)("a refusal of code %s with the words %j is %s", (statusCode, words, kind) => {
    expect(refusalKind({ statusCode, words })).toBe(kind);
  });

  test.each([
    ["blocked", "5.7.1", "", true],
    ["soft", null, "550 Mailbox unavailable: too many messages from your network", true],
    ["soft", "4.7.0", "450 4.7.0 Rate limit exceeded", true],
    ["soft", "4.7.1", "451 4.7.1 Message deferred due to local policy", true],
    ["soft", "5.2.1", "550 5.2.1 The user is receiving mail at a rate that prevents delivery", false],
    ["soft", null, "550 Requested action not taken: mailbox unavailable", false],
    ["soft", "4.7.1", "451 4.7.1 Greylisted, try again later", false],
    ["hard", "5.1.1", "550 5.1.1 too many hops to an unknown user", false],
    ["complaint", null, "too many messages", false],
  ] as const)(
    "a %s refusal of code %s with the words %j concerns the sender: %s",
    (kind, statusCode, words, expected) => {
      expect(isAgainstSender({ kind, statusCode, words })).toBe(expected);
    },
  );

  test("a refusal's status code is found after three digits, alone or in brackets; a network address is not a code", () => {
    for (const text of ["550 5.1.1 nobody", "550-5.1.1 nobody", "5.1.1", "smtp;5.1.1: no", "error (5.1.1)"]) {
      expect(statusCodeIn(text), text).toBe("5.1.1");
    }
    for (const text of ["", "550 nobody", "192.0.2.5.1.1", "connect to 5.1.1.7 failed"]) {
      expect(statusCodeIn(text), text).toBeNull();
    }
  });
});

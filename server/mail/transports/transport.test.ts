import { expect, test } from "vitest";
import { errorText } from "./transport.ts";

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

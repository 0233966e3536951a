import { expect, test } from "vitest";
import type { TransportChange } from "#contract/notices.schema.ts";
import { describeNotice, describeTransportChange } from "./notice-texts.ts";

const route = { provider: "smtp", host: "smtp.exemple.fr", port: 587, simulationMode: false } as const;
const change = (after: Partial<TransportChange["after"]>, credentialsChanged = false): TransportChange => ({
  actor: "ines@tenue.example",
  before: route,
  after: { ...route, ...after },
  credentialsChanged,
  senderChanged: false,
  bouncesChanged: false,
});

test("describes a change of transport with the old and the new values", () => {
  expect(describeTransportChange(change({ provider: "auto", host: null, port: null }))).toEqual([
    "Fournisseur\u00a0: Serveur SMTP, puis Automatique.",
    "Serveur SMTP\u00a0: smtp.exemple.fr:587, puis aucun.",
  ]);
});

test("mentions new credentials of the same server", () => {
  expect(describeTransportChange(change({}, true))).toEqual([
    "L’identifiant, le mot de passe ou la clé a changé.",
  ]);
});

test("mentions a new sender address", () => {
  expect(describeTransportChange({ ...change({}), senderChanged: true })).toEqual([
    "L’adresse de l’expéditeur ou l’adresse de réponse a changé.",
  ]);
});

test("mentions a new way for bounces", () => {
  expect(describeTransportChange({ ...change({}), bouncesChanged: true })).toEqual([
    "L’adresse des retours ou l’accès à ce qui revient a changé.",
  ]);
});

test("mentions the end of the simulation", () => {
  const { before, ...rest } = change({});
  expect(describeTransportChange({ ...rest, before: { ...before, simulationMode: true } })).toEqual([
    "Le mode simulation est coupé.",
  ]);
});

test("refusals of a campaign quote who refused, and say from where the words come", () => {
  const details = {
    ...{ campaignId: null, subject: null, paused: true, statusCode: "5.7.1" },
    words: "550 non » Tenue\u00a0: « oui",
  };
  const linesOf = (source: "smtp" | "mailbox") =>
    describeNotice({ id: "1", createdAt: "", kind: "campaign_blocked", details: { ...details, source } })
      .lines;
  expect(linesOf("smtp")).toContain(
    'Réponse du serveur distant (5.7.1)\u00a0: «\u00a0550 non " Tenue : " oui\u00a0»',
  );
  expect(linesOf("mailbox")).toContain(
    'Citation du rapport (5.7.1)\u00a0: «\u00a0550 non " Tenue : " oui\u00a0»',
  );
});

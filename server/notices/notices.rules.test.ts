import { expect, test } from "vitest";
import { noticeRow, type TransportChange } from "./notices.rules.ts";

const route = { provider: "smtp", host: "smtp.exemple.fr", port: 587, simulationMode: false } as const;
const unchanged: TransportChange = {
  actor: "ines@tenue.example",
  before: route,
  after: route,
  credentialsChanged: false,
  senderChanged: false,
  bouncesChanged: false,
};
const posted = { id: "1", createdAt: new Date("2026-11-26T12:00:00Z") };

const linesOf = (change: Partial<TransportChange>) =>
  noticeRow({ ...posted, kind: "transport_changed", details: { ...unchanged, ...change } }).details.slice(1);

test("a notice names its author and its time", () => {
  const { sentence, details } = noticeRow({ ...posted, kind: "transport_changed", details: unchanged });
  expect(sentence).toBe("Réglages d’envoi modifiés par ines@tenue.example");
  expect(details).toEqual(["Le 26 novembre 2026 à 13:00 UTC+1."]);
});

test("a notice of the first of a month writes '1er'", () => {
  const createdAt = new Date("2026-12-01T12:00:00Z");
  const { details } = noticeRow({ ...posted, createdAt, kind: "transport_changed", details: unchanged });
  expect(details).toEqual(["Le 1er décembre 2026 à 13:00 UTC+1."]);
});

test.each<[string, Partial<TransportChange>, string[]]>([
  [
    "a transport with the old and the new values",
    { after: { ...route, provider: "auto", host: null, port: null } },
    [
      "Fournisseur\u00a0: Serveur SMTP, puis Automatique.",
      "Serveur SMTP\u00a0: smtp.exemple.fr:587, puis aucun.",
    ],
  ],
  [
    "credentials of the same server",
    { credentialsChanged: true },
    ["L’identifiant, le mot de passe ou la clé a changé."],
  ],
  ["a sender", { senderChanged: true }, ["L’adresse de l’expéditeur ou l’adresse de réponse a changé."]],
  [
    "a way for bounces",
    { bouncesChanged: true },
    ["L’adresse des retours ou l’accès à ce qui revient a changé."],
  ],
  [
    "the end of the simulation",
    { before: { ...route, simulationMode: true } },
    ["Le mode simulation est coupé."],
  ],
])("a notice describes a change of %s", (_what, change, lines) => {
  expect(linesOf(change)).toEqual(lines);
});

test("a notice of a restore says which accounts and passwords are back", () => {
  const details = { backupMadeAt: "2026-11-20T03:00:00.000Z" };
  expect(noticeRow({ ...posted, kind: "restored", details })).toMatchObject({
    sentence: "Vérifiez les administrateurs\u00a0: une sauvegarde a été restaurée",
    details: [
      "Le 26 novembre 2026 à 13:00 UTC+1.",
      "Les comptes sont ceux du 20 novembre 2026 à 04:00 UTC+1\u00a0: ceux supprimés depuis sont de retour, et les mots de passe remplacés depuis valent de nouveau.",
      "Supprimez les premiers, et changez les seconds.",
    ],
    link: "users",
  });
});

test.each([
  ["smtp", 'Réponse du serveur distant (5.7.1)\u00a0: «\u00a0550 non " Tenue : " oui\u00a0»'],
  ["mailbox", 'Citation du rapport (5.7.1)\u00a0: «\u00a0550 non " Tenue : " oui\u00a0»'],
] as const)("a notice of refusals quotes the words and their source, %s", (source, quoted) => {
  const details = {
    campaignId: null,
    subject: null,
    paused: true,
    statusCode: "5.7.1",
    words: "550 non » Tenue\u00a0: « oui",
    source,
  };
  expect(noticeRow({ ...posted, kind: "campaign_blocked", details }).details).toContain(quoted);
});

import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Sending, SendingRoute } from "./check-row.ts";
import { checkDkim, isSigningPair, type PublishedKey, readDkimRecords } from "./dkim.rules.ts";
import { checkAlignment, checkDmarc, type DmarcLookUp, findDmarc } from "./dmarc.rules.ts";
import { fakeDns, type Records } from "./fake-dns.test-helpers.ts";
import { checkMx, checkPtr, checkStarttls } from "./mail-server.service.ts";
import { checkProbe, readAuthenticationResults } from "./probe.service.ts";

const smtp: SendingRoute = { provider: "smtp", host: "smtp.exemple.fr", port: 587, hasPassword: true };
const sending: Sending = {
  senderEmail: "bonjour@news.exemple.fr",
  domain: "news.exemple.fr",
  envelopeDomain: "news.exemple.fr",
  route: smtp,
};

describe("DKIM", () => {
  const key: PublishedKey = { selector: "s", domain: "news.exemple.fr", publicKey: "MIIB", state: "active" };
  const name = "s._domainkey.news.exemple.fr";

  test.each<[string, string[], string]>([
    ["our key", ["v=DKIM1; k=rsa; p=MIIB"], "ours"],
    ["with spaces that a panel put in", ["v=DKIM1;k=rsa;p=MI IB"], "ours"],
    ["without a version", ["p=MIIB"], "ours"],
    ["another key", ["v=DKIM1; k=rsa; p=MIIC"], "other"],
    ["a withdrawn key", ["v=DKIM1; k=rsa; p="], "withdrawn"],
    ["two keys", ["v=DKIM1; p=MIIB", "v=DKIM1; p=MIIC"], "other"],
    ["a text beside it", ["google-site-verification=1", "v=DKIM1; p=MIIB"], "ours"],
    ["a key of another kind", ["v=DKIM1; k=ed25519; p=MIIB"], "other"],
    ["a key for SHA-1 alone", ["v=DKIM1; h=sha1; p=MIIB"], "other"],
    ["a key for another service", ["v=DKIM1; s=tlsrpt; p=MIIB"], "other"],
  ])("DKIM: %s", (_what, records, presence) => {
    expect(readDkimRecords(records, "MIIB")).toBe(presence);
  });

  test.each<[Records, string]>([
    [{ [`TXT ${name}`]: ["v=DKIM1; k=rsa; p=MIIB"] }, "ok"],
    [{ [`TXT ${name}`]: ["v=DKIM1; k=rsa; p=MIIC"] }, "error"],
    [{}, "error"],
    [{ [`TXT ${name}`]: null }, "unknown"],
  ])("the row of DKIM with %j is %s", async (records, verdict) => {
    const row = await checkDkim(fakeDns(records), sending, key);
    expect(row.verdict).toBe(verdict);
    if (verdict === "error")
      expect(row.fix?.record).toEqual({ name, type: "TXT", value: "v=DKIM1; k=rsa; p=MIIB" });
  });

  test("DKIM is unknown without a key in Tenue, because the relay may sign", async () => {
    expect((await checkDkim(fakeDns({}), sending, null)).verdict).toBe("unknown");
  });

  test("DKIM is good with SendGrid when its CNAME records exist", async () => {
    const route: SendingRoute = { provider: "sendgrid" };
    const leading = { "CNAME s1._domainkey.news.exemple.fr": ["s1.domainkey.u1.wl.sendgrid.net"] };
    expect((await checkDkim(fakeDns(leading), { ...sending, route }, null)).verdict).toBe("ok");
    expect((await checkDkim(fakeDns({}), { ...sending, route }, null)).verdict).toBe("error");
  });

  test("a matching pair of keys is accepted; a foreign public key, an Ed25519 key and garbage are refused", () => {
    const der = { type: "spki", format: "der" } as const;
    const pem = { type: "pkcs8", format: "pem" } as const;
    const make = () =>
      generateKeyPairSync("rsa", { modulusLength: 2_048, publicKeyEncoding: der, privateKeyEncoding: pem });
    const [one, other] = [make(), make()];
    const publicKey = one.publicKey.toString("base64");
    expect(isSigningPair({ privateKey: one.privateKey, publicKey })).toBe(true);
    expect(isSigningPair({ privateKey: other.privateKey, publicKey })).toBe(false);
    expect(isSigningPair({ privateKey: "garbage", publicKey })).toBe(false);
    expect(isSigningPair({ privateKey: one.privateKey, publicKey: "garbage" })).toBe(false);
    const curve = generateKeyPairSync("ed25519", { publicKeyEncoding: der, privateKeyEncoding: pem });
    const ed25519 = { privateKey: curve.privateKey, publicKey: curve.publicKey.toString("base64") };
    expect(isSigningPair(ed25519)).toBe(false);
  });
});

describe("DMARC", () => {
  const own = "TXT _dmarc.news.exemple.fr";
  const above = "TXT _dmarc.exemple.fr";

  test.each<[Records, string]>([
    [{ [own]: ["v=DMARC1; p=reject"] }, "ok"],
    [{ [own]: ["v=DMARC1; p=quarantine"] }, "ok"],
    [{ [own]: ["v=DMARC1; p=none"] }, "warn"],
    [{ [own]: ["v=DMARC1; p=oui"] }, "error"],
    [{ [own]: ["v=DMARC1"] }, "error"],
    [{ [own]: ["v=DMARC1; p=none", "v=DMARC1; p=reject"] }, "error"],
    [{ [above]: ["v=DMARC1; p=reject"] }, "ok"],
    [{ [above]: ["v=DMARC1; p=reject; sp=none"] }, "warn"],
    [{ [own]: ["v=DMARC1; p=none; sp=reject"] }, "warn"],
    [{}, "error"],
    [{ [own]: ["v=spf1 -all"] }, "error"],
    [{ [own]: null, [above]: ["v=DMARC1; p=reject"] }, "unknown"],
    [{ [above]: null }, "unknown"],
  ])("the row of DMARC with %j is %s", async (records, verdict) => {
    const found = await findDmarc(fakeDns(records), sending.domain);
    expect(checkDmarc(sending, found).verdict).toBe(verdict);
  });

  test("DMARC suggests a mild policy without a record and keeps the other tags of an existing one", async () => {
    const row = async (records: Records) =>
      checkDmarc(sending, await findDmarc(fakeDns(records), sending.domain));
    expect((await row({})).fix?.record).toEqual({
      name: "_dmarc.news.exemple.fr",
      type: "TXT",
      value: "v=DMARC1; p=none; rua=mailto:bonjour@news.exemple.fr",
    });
    expect((await row({ [own]: ["v=DMARC1; p=none; rua=mailto:a@exemple.fr"] })).fix?.record).toMatchObject({
      value: "v=DMARC1; p=quarantine; rua=mailto:a@exemple.fr",
    });
  });
});

describe("alignment", () => {
  const relaxed: DmarcLookUp = { type: "none" };
  const strict: DmarcLookUp = {
    type: "found",
    policy: { name: "", record: "", policy: "reject", isStrict: { spf: true, dkim: true } },
  };

  test.each<[string, Partial<Sending>, string | null, DmarcLookUp, string]>([
    ["a signature of the same domain", {}, "news.exemple.fr", relaxed, "ok"],
    ["a signature of the organisation", {}, "exemple.fr", relaxed, "ok"],
    ["a signature of the organisation, strict", {}, "exemple.fr", strict, "warn"],
    ["an aligned envelope without a signature", {}, null, relaxed, "warn"],
    ["an envelope of the organisation", { envelopeDomain: "rebonds.exemple.fr" }, null, relaxed, "warn"],
    [
      "an envelope of the organisation, strict",
      { envelopeDomain: "rebonds.exemple.fr" },
      null,
      strict,
      "error",
    ],
    ["a foreign envelope", { envelopeDomain: "autre.fr" }, null, relaxed, "error"],
    ["a foreign envelope, our signature", { envelopeDomain: "autre.fr" }, "exemple.fr", relaxed, "ok"],
    [
      "neighbours below a public suffix",
      { domain: "un.co.uk", envelopeDomain: "deux.co.uk" },
      null,
      relaxed,
      "error",
    ],
    ["a provider's own envelope", { route: { provider: "sendgrid" } }, null, relaxed, "unknown"],
  ])("alignment: %s", (_what, change, signingDomain, dmarc, verdict) => {
    expect(checkAlignment({ ...sending, ...change }, { signingDomain, dmarc }).verdict).toBe(verdict);
  });
});

describe("where bounces arrive", () => {
  test.each<[Records, string]>([
    [{ "MX exemple.fr": ["mx.exemple.fr"] }, "ok"],
    [{ "MX exemple.fr": [""] }, "error"],
    [{ "A exemple.fr": ["192.0.2.1"] }, "warn"],
    [{}, "error"],
    [{ "MX exemple.fr": null }, "unknown"],
    [{ "A exemple.fr": null }, "unknown"],
  ])("the row of the bounce domain with %j is %s", async (records, verdict) => {
    expect((await checkMx(fakeDns(records), "exemple.fr")).verdict).toBe(verdict);
  });
});

describe("the relay's name", () => {
  const reverse = "PTR 7.100.51.198.in-addr.arpa";
  const v6 = "PTR 5.2.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa";

  test.each<[string[], Records, string]>([
    [["198.51.100.7"], { [reverse]: ["m.exemple.fr"], "A m.exemple.fr": ["198.51.100.7"] }, "ok"],
    [["198.51.100.7"], { [reverse]: ["m.exemple.fr"], "A m.exemple.fr": ["198.51.100.8"] }, "warn"],
    [["198.51.100.7"], {}, "warn"],
    [["198.51.100.7"], { [reverse]: null }, "unknown"],
    [["198.51.100.7"], { [reverse]: ["m.exemple.fr"], "A m.exemple.fr": null }, "unknown"],
    [["2001:db8::25"], { [v6]: ["m.exemple.fr"], "AAAA m.exemple.fr": ["2001:db8::25"] }, "ok"],
    [["10.0.0.1"], {}, "unknown"],
    [[], {}, "unknown"],
  ])("the row of the relay's name for %j with %j is %s", async (addresses, records, verdict) => {
    expect((await checkPtr(fakeDns(records), sending, addresses)).verdict).toBe(verdict);
  });
});

test.each([
  [smtp, { type: "encrypted" }, "ok"],
  [smtp, { type: "plain" }, "error"],
  [{ ...smtp, hasPassword: false }, { type: "plain" }, "warn"],
  [smtp, { type: "refused", reason: "certificat" }, "error"],
  [smtp, { type: "silent", reason: "ETIMEDOUT" }, "unknown"],
  [{ provider: "sendgrid" }, null, "ok"],
  [null, null, "unknown"],
] as const)("the row of encryption for %j with the greeting %j is %s", (route, greeting, verdict) => {
  expect(checkStarttls(route, greeting).verdict).toBe(verdict);
});

describe("the message to the mailbox of bounces", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const sent = { logId: "1", sentAt: "2026-11-22T11:59:00Z", failure: null, results: null };
  const state = { probe: sent, hasMailbox: true, isSimulation: false };
  const results = (text: string) => ({ ...state, probe: { ...sent, results: [text] } });
  const all = "mx.exemple.net; spf=pass smtp.mailfrom=x; dkim=pass header.d=x; dmarc=pass";

  test.each([
    ["without a mailbox", { ...state, hasMailbox: false }, "unknown"],
    ["in simulation", { ...state, isSimulation: true }, "unknown"],
    ["not sent yet", { ...state, probe: null }, "unknown"],
    ["on its way", state, "unknown"],
    ["not arrived in time", { ...state, probe: { ...sent, sentAt: "2026-11-22T11:30:00Z" } }, "warn"],
    ["refused", { ...state, probe: { ...sent, failure: "550 non" } }, "error"],
    ["arrived, all good", results(all), "ok"],
    ["arrived, unsigned", results("mx.exemple.net; spf=pass; dkim=none; dmarc=pass"), "warn"],
    ["arrived, not aligned", results("mx.exemple.net; spf=pass; dkim=pass; dmarc=fail"), "error"],
    ["arrived, nothing passes", results("mx.exemple.net; spf=softfail; dkim=fail"), "error"],
    ["arrived at a server without checks", results("mx.exemple.net; none"), "unknown"],
    ["arrived without results", { ...state, probe: { ...sent, results: [] } }, "unknown"],
  ])("the message to the mailbox of bounces: %s", (_what, probe, verdict) => {
    expect(checkProbe(probe, now).verdict).toBe(verdict);
  });

  test("the message to the mailbox of bounces is read folded, with comments, and with several signatures of which one passes", () => {
    const text =
      "mx.google.com;\r\n dkim=fail (bad; dmarc=pass) header.d=a;\r\n dkim=pass header.i=@b;\r\n\tspf=pass (google.com: domain) smtp.mailfrom=x;\r\n dmarc=fail (p=NONE) header.from=x";
    expect(readAuthenticationResults(text)).toEqual({ spf: "pass", dkim: "pass", dmarc: "fail" });
  });
});

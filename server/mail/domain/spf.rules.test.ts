import { spf } from "mailauth/lib/spf/index.js";
import { describe, expect, test } from "vitest";
import type { Sending } from "./check-row.ts";
import { asNodeResolver, fakeDns, type Records } from "./fake-dns.test-helpers.ts";
import { checkSpf } from "./spf.rules.ts";
import { evaluateSpf } from "./spf-evaluation.rules.ts";

const spfOf = (record: string, more: Records = {}): Records => ({ "TXT exemple.fr": [record], ...more });
const chain = (length: number): Records =>
  Object.fromEntries(
    Array.from({ length }, (_none, index) => [
      `TXT n${index}.exemple.fr`,
      [index + 1 < length ? `v=spf1 include:n${index + 1}.exemple.fr -all` : "v=spf1 ip4:198.51.100.7 -all"],
    ]),
  );

/** The expected result, here and in mailauth, for 198.51.100.7 (or the given address) as a sender of exemple.fr. */
const cases: [what: string, records: Records, result: string, ip?: string][] = [
  ["no record", {}, "none"],
  ["another text that begins alike", { "TXT exemple.fr": ["v=spf10 +all"] }, "none"],
  ["two records", { "TXT exemple.fr": ["v=spf1 -all", "v=spf1 +all"] }, "permerror"],
  ["the address itself", spfOf("v=spf1 ip4:198.51.100.7 -all"), "pass"],
  ["its network", spfOf("v=spf1 ip4:198.51.100.0/24 -all"), "pass"],
  ["another network", spfOf("v=spf1 ip4:192.0.2.0/24 -all"), "fail"],
  ["softly closed", spfOf("v=spf1 ip4:192.0.2.0/24 ~all"), "softfail"],
  ["neither open nor closed", spfOf("v=spf1 ip4:192.0.2.0/24"), "neutral"],
  ["a question mark", spfOf("v=spf1 ?all"), "neutral"],
  ["open to all senders", spfOf("v=spf1 +all"), "pass"],
  ["capitals", spfOf("V=SPF1 IP4:198.51.100.7 -ALL"), "pass"],
  ["its own host", spfOf("v=spf1 a -all", { "A exemple.fr": ["198.51.100.7"] }), "pass"],
  [
    "the network of a host",
    spfOf("v=spf1 a:h.exemple.fr/24 -all", { "A h.exemple.fr": ["198.51.100.200"] }),
    "pass",
  ],
  [
    "its mail servers",
    spfOf("v=spf1 mx -all", { "MX exemple.fr": ["m.exemple.fr"], "A m.exemple.fr": ["198.51.100.7"] }),
    "pass",
  ],
  ["an include that passes", spfOf("v=spf1 include:n0.exemple.fr -all", chain(1)), "pass"],
  [
    "an include that fails",
    spfOf("v=spf1 include:n0.exemple.fr ~all", { "TXT n0.exemple.fr": ["v=spf1 -all"] }),
    "softfail",
  ],
  ["an include without a record", spfOf("v=spf1 include:rien.exemple.fr -all"), "permerror"],
  ["a redirect", spfOf("v=spf1 redirect=n0.exemple.fr", chain(1)), "pass"],
  ["a redirect without a record", spfOf("v=spf1 redirect=rien.exemple.fr"), "permerror"],
  ["a redirect that `all` makes void", spfOf("v=spf1 -all redirect=n0.exemple.fr", chain(1)), "fail"],
  ["ten look-ups", spfOf("v=spf1 include:n0.exemple.fr -all", chain(10)), "pass"],
  ["eleven look-ups", spfOf("v=spf1 include:n0.exemple.fr -all", chain(11)), "permerror"],
  [
    "two names that do not exist",
    spfOf("v=spf1 a:x.exemple.fr a:y.exemple.fr ip4:198.51.100.7 -all"),
    "pass",
  ],
  [
    "three names that do not exist",
    spfOf("v=spf1 a:x.exemple.fr a:y.exemple.fr a:z.exemple.fr ip4:198.51.100.7 -all"),
    "permerror",
  ],
  ["an unknown mechanism", spfOf("v=spf1 ipv4:198.51.100.7 -all"), "permerror"],
  ["an address that is none", spfOf("v=spf1 ip4:198.51.100 -all"), "permerror"],
  ["a prefix that is too long", spfOf("v=spf1 ip4:198.51.100.7/33 -all"), "permerror"],
  ["a mistake behind what matches", spfOf("v=spf1 ip4:198.51.100.7 include: -all"), "permerror"],
  ["two redirects", spfOf("v=spf1 redirect=a.exemple.fr redirect=b.exemple.fr"), "permerror"],
  ["an unknown modifier", spfOf("v=spf1 ip4:198.51.100.7 inconnu=1 -all"), "pass"],
  [
    "exists, by a macro",
    spfOf("v=spf1 exists:%{ir}.liste.exemple.fr -all", { "A 7.100.51.198.liste.exemple.fr": ["127.0.0.2"] }),
    "pass",
  ],
  [
    "the last labels of a macro",
    spfOf("v=spf1 include:%{d1r}.exemple.fr -all", {
      "TXT exemple.exemple.fr": ["v=spf1 ip4:198.51.100.7 -all"],
    }),
    "pass",
  ],
  [
    "the local part",
    spfOf("v=spf1 exists:%{l}.exemple.fr -all", { "A bonjour.exemple.fr": ["127.0.0.2"] }),
    "pass",
  ],
  ["IPv6", spfOf("v=spf1 ip6:2001:db8::/32 -all"), "pass", "2001:db8::25"],
  ["IPv6 of a host", spfOf("v=spf1 a -all", { "AAAA exemple.fr": ["2001:db8::25"] }), "pass", "2001:db8::25"],
  [
    "three hosts of the other family",
    spfOf("v=spf1 a a:b.exemple.fr a:c.exemple.fr -all", {
      "A exemple.fr": ["192.0.2.1"],
      "A b.exemple.fr": ["192.0.2.1"],
      "A c.exemple.fr": ["192.0.2.1"],
    }),
    "permerror",
    "2001:db8::25",
  ],
  ["a DNS that does not answer", { "TXT exemple.fr": null }, "temperror"],
  [
    "an include that does not answer",
    spfOf("v=spf1 include:n0.exemple.fr -all", { "TXT n0.exemple.fr": null }),
    "temperror",
  ],
  ["a record in chunks", spfOf(`v=spf1 ${"ip4:192.0.2.1 ".repeat(30)}ip4:198.51.100.7 -all`), "pass"],
];

describe("SPF as receivers judge it, and as mailauth does", () => {
  test.each(cases)("SPF: %s", async (_what, records, result, ip = "198.51.100.7") => {
    const lookUp = fakeDns(records);
    const context = { ip, domain: "exemple.fr", helo: "exemple.fr", sender: "bonjour@exemple.fr" };
    expect((await evaluateSpf(lookUp, context)).result).toBe(result);
    const { status } = await spf({
      ip,
      helo: "exemple.fr",
      sender: "bonjour@exemple.fr",
      mta: "mx.exemple.net",
      strict: true,
      resolver: asNodeResolver(lookUp),
    });
    expect(status.result).toBe(result);
  });
});

const sending: Sending = {
  senderEmail: "bonjour@exemple.fr",
  domain: "exemple.fr",
  envelopeDomain: "exemple.fr",
  route: { provider: "smtp", host: "smtp.exemple.fr", port: 587, hasPassword: true },
};
const relayed: Sending = {
  ...sending,
  route: { provider: "smtp", host: "smtp-relay.brevo.com", port: 587, hasPassword: true },
};
const here = ["198.51.100.7"];

describe("the row", () => {
  test("the row of SPF is good when the relay is in the only record", async () => {
    const row = await checkSpf(fakeDns(spfOf("v=spf1 ip4:198.51.100.7 -all")), sending, here);
    expect(row).toEqual({ key: "spf", verdict: "ok", found: "v=spf1 ip4:198.51.100.7 -all" });
  });

  test("the row of SPF suggests a record when none exists: with the address, or with the relay's include", async () => {
    expect(await checkSpf(fakeDns({}), sending, here)).toMatchObject({
      verdict: "error",
      fix: { record: { name: "exemple.fr", type: "TXT", value: "v=spf1 ip4:198.51.100.7 ~all" } },
    });
    expect(await checkSpf(fakeDns({}), relayed, [])).toMatchObject({
      fix: { record: { value: "v=spf1 include:spf.brevo.com ~all" } },
    });
    expect((await checkSpf(fakeDns({}), sending, [])).fix?.record).toBeNull();
  });

  test("the row of SPF suggests one record in place of several", async () => {
    const dns = fakeDns({ "TXT exemple.fr": ["v=spf1 mx -all", "v=spf1 mx include:spf.brevo.com ~all"] });
    expect(await checkSpf(dns, sending, here)).toMatchObject({
      verdict: "error",
      fix: { record: { value: "v=spf1 mx include:spf.brevo.com ~all" } },
    });
  });

  test.each([
    ["+all", "v=spf1 mx +all", "v=spf1 mx ~all"],
    ["all without a sign", "v=spf1 all", "v=spf1 ~all"],
  ])("the row of SPF suggests ~all in place of %s", async (_what, record, value) => {
    const row = await checkSpf(fakeDns(spfOf(record)), sending, here);
    expect(row).toMatchObject({ verdict: "error", fix: { record: { value } } });
  });

  test("the row of SPF reports an include that allows all senders", async () => {
    const dns = fakeDns(spfOf("v=spf1 include:n0.exemple.fr -all", { "TXT n0.exemple.fr": ["v=spf1 +all"] }));
    expect(await checkSpf(dns, sending, here)).toMatchObject({ verdict: "error", fix: { record: null } });
  });

  test("the row of SPF also counts the look-ups after the term that allows the relay", async () => {
    const dns = fakeDns(spfOf("v=spf1 ip4:198.51.100.7 include:n0.exemple.fr -all", chain(11)));
    const row = await checkSpf(dns, sending, here);
    expect(row.verdict).toBe("error");
    expect(row.fix?.text).toContain("plus de 10 recherches DNS");
  });

  test("the row of SPF warns of ten look-ups, which are allowed", async () => {
    const dns = fakeDns(spfOf("v=spf1 ip4:198.51.100.7 include:n0.exemple.fr -all", chain(10)));
    expect((await checkSpf(dns, sending, here)).verdict).toBe("warn");
  });

  test("the row of SPF adds a known relay that is missing, and warns of an unknown address", async () => {
    const dns = fakeDns(
      spfOf("v=spf1 mx -all", { "MX exemple.fr": ["m.exemple.fr"], "A m.exemple.fr": ["192.0.2.1"] }),
    );
    expect(await checkSpf(dns, relayed, here)).toMatchObject({
      verdict: "error",
      fix: { record: { value: "v=spf1 include:spf.brevo.com mx -all" } },
    });
    expect(await checkSpf(dns, sending, here)).toMatchObject({
      verdict: "warn",
      fix: { record: { value: "v=spf1 ip4:198.51.100.7 mx -all" } },
    });
    expect(await checkSpf(dns, sending, [])).toMatchObject({ verdict: "unknown" });
  });

  test("the row of SPF recognises a known relay by its include, for every sending address", async () => {
    const dns = fakeDns(
      spfOf("v=spf1 include:spf.brevo.com ~all", { "TXT spf.brevo.com": ["v=spf1 ip4:192.0.2.0/24 -all"] }),
    );
    expect((await checkSpf(dns, relayed, here)).verdict).toBe("ok");
  });

  test.each<[string, Records]>([
    ["the record", { "TXT exemple.fr": null }],
    ["an include", spfOf("v=spf1 include:n0.exemple.fr -all", { "TXT n0.exemple.fr": null })],
  ])(
    "the row of SPF is unknown, never absent, when the DNS does not answer for %s",
    async (_what, records) => {
      expect((await checkSpf(fakeDns(records), sending, here)).verdict).toBe("unknown");
    },
  );
});

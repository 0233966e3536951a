import { afterAll, beforeAll, expect, test } from "vitest";
import { type DnsServer, startDnsServer } from "#test/support/dns-server.ts";
import { createLookUp } from "./dns.ts";

const trusted = { isTrustworthy: async () => true };
const long = `v=DKIM1; k=rsa; p=${"A".repeat(600)}`;
let dns: DnsServer;

beforeAll(async () => {
  dns = await startDnsServer({
    "exemple.test": {
      mx: [
        { priority: 20, exchange: "mx2.exemple.test" },
        { priority: 10, exchange: "mx1.exemple.test" },
      ],
      a: ["192.0.2.1"],
      txt: [long, "v=spf1 -all"],
    },
    "1.2.0.192.in-addr.arpa": { ptr: ["exemple.test"] },
    "alias.test": { cname: ["exemple.test"] },
    "vide.test": {},
    "muet.test": { silent: true },
  });
});
afterAll(() => dns.stop());

test("records are returned as texts: chunks joined without spaces, mail servers by preference", async () => {
  const lookUp = createLookUp([dns.address], trusted);
  expect(await lookUp("exemple.test", "TXT")).toEqual({ type: "found", records: [long, "v=spf1 -all"] });
  expect(await lookUp("exemple.test", "MX")).toEqual({
    type: "found",
    records: ["mx1.exemple.test", "mx2.exemple.test"],
  });
  expect(await lookUp("exemple.test", "A")).toEqual({ type: "found", records: ["192.0.2.1"] });
  expect(await lookUp("1.2.0.192.in-addr.arpa", "PTR")).toEqual({ type: "found", records: ["exemple.test"] });
  expect(await lookUp("alias.test", "CNAME")).toEqual({ type: "found", records: ["exemple.test"] });
});

test.each(["vide.test", "nulle-part.test"])(
  "the name %s has no records if the DNS is trusted, else the answer is unknown",
  async (name) => {
    expect(await createLookUp([dns.address], trusted)(name, "TXT")).toEqual({ type: "none" });
    const doubted = createLookUp([dns.address], { isTrustworthy: async () => false });
    expect(await doubted(name, "TXT")).toEqual({ type: "unanswered" });
  },
);

test("a timeout or an unreachable server does not count as an absent record", {
  timeout: 20_000,
}, async () => {
  expect(await createLookUp([dns.address], trusted)("muet.test", "TXT")).toEqual({ type: "unanswered" });
  const away = await startDnsServer();
  await away.stop();
  expect(await createLookUp([away.address], trusted)("exemple.test", "TXT")).toEqual({ type: "unanswered" });
});

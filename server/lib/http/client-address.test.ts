import fc from "fast-check";
import { expect, test } from "vitest";
import { networksOf, plainAddress } from "./client-address.ts";

const rangesOf = (address: string) => networksOf(address).map(({ range }) => range);

test("an IPv4 address counts for the address itself and for its /24", () => {
  expect(networksOf("192.0.2.77")).toEqual([
    { prefix: 32, range: "192.0.2.77" },
    { prefix: 24, range: "192.0.2.0/24" },
  ]);
});

test.each([
  ["2001:db8:1:2:3:4:5:6", ["2001:db8:1:2::/64", "2001:db8:1:0::/56", "2001:db8:1:0::/48"]],
  ["2001:0DB8:0001:ab02::", ["2001:db8:1:ab02::/64", "2001:db8:1:ab00::/56", "2001:db8:1:0::/48"]],
  ["2001:db8::1", ["2001:db8:0:0::/64", "2001:db8:0:0::/56", "2001:db8:0:0::/48"]],
  ["fe80::1%eth0", ["fe80:0:0:0::/64", "fe80:0:0:0::/56", "fe80:0:0:0::/48"]],
  ["::1", ["0:0:0:0::/64", "0:0:0:0::/56", "0:0:0:0::/48"]],
  ["::ffff:192.0.2.1", ["192.0.2.1", "192.0.2.0/24"]],
  ["::FFFF:c000:201", ["192.0.2.1", "192.0.2.0/24"]],
  ["0:0:0:0:0:ffff:192.0.2.1", ["192.0.2.1", "192.0.2.0/24"]],
  ["unknown", ["unknown"]],
])("%s belongs to %j", (address, ranges) => {
  expect(rangesOf(address)).toEqual(ranges);
});

test("every spelling of an address belongs to the same networks", () => {
  const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(groups, (parts) => {
      const short = parts.map((part) => part.toString(16)).join(":");
      const long = parts.map((part) => part.toString(16).padStart(4, "0").toUpperCase()).join(":");
      const squeezed = new URL(`http://[${short}]/`).hostname.slice(1, -1);
      expect(rangesOf(long)).toEqual(rangesOf(short));
      expect(rangesOf(squeezed)).toEqual(rangesOf(short));
    }),
  );
});

test("the plain form of an address drops its zone and its IPv4-mapped prefix", () => {
  expect(plainAddress("::ffff:10.0.0.1")).toBe("10.0.0.1");
  expect(plainAddress("fe80::1%eth0")).toBe("fe80::1");
  expect(plainAddress("no address")).toBe("no address");
});

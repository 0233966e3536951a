import { expect, test } from "vitest";
import { isInternalAddress } from "./private-addresses.rules.ts";

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "169.254.169.254", // metadata of clouds
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:10.0.0.1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "fc00::1",
  "fd12::1",
  "fe80::1",
  "ff02::1",
  "localhost",
  "",
])("%s leads inside", (address) => {
  expect(isInternalAddress(address)).toBe(true);
});

test.each([
  "8.8.8.8",
  "100.63.255.255",
  "172.15.0.1",
  "172.32.0.1",
  "192.0.1.1",
  "223.255.255.255",
  "2001:4860::8888",
])("%s leads out", (address) => {
  expect(isInternalAddress(address)).toBe(false);
});

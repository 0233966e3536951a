import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { expect, test, vi } from "vitest";
import { HostError, isInternalAddress, reachesInternalNetwork, resolveHost } from "./connect.ts";

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
])("the address %s is internal", (address) => {
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
])("the address %s is public", (address) => {
  expect(isInternalAddress(address)).toBe(false);
});

const own = ["91.121.1.2", "2a01:e0a:1::2"];
test.each([
  ["the machine's public IPv4 address", "91.121.1.2"],
  ["the same written as IPv6", "::ffff:91.121.1.2"],
  ["the machine's public IPv6 address", "2a01:e0a:1:0:0:0:0:2"],
  ["documentation (IPv4)", "203.0.113.7"],
  ["documentation (IPv6)", "2001:db8::7"],
  ["documentation of RFC 9637", "3fff::7"],
  ["SIIT", "::ffff:0:10.0.0.1"],
  ["Teredo", "2001:0:4136:e378::1"],
  ["a private range", "10.0.0.1"],
])("a connection to %s may reach the internal network", (_what, address) => {
  expect(reachesInternalNetwork(address, own)).toBe(true);
});

test.each(["91.121.1.3", "2a01:e0a:1::3", "8.8.8.8"])("a connection to %s is public", (address) => {
  expect(reachesInternalNetwork(address, own)).toBe(false);
});

test("a host is refused with a HostError while the machine's own addresses cannot be read", async () => {
  // The error of Node in a service whose systemd unit forbids AF_NETLINK.
  const failure = Object.assign(new Error("uv_interface_addresses returned EAFNOSUPPORT"), {
    code: "ERR_SYSTEM_ERROR",
  });
  vi.spyOn(os, "networkInterfaces").mockImplementation(() => {
    throw failure;
  });
  syncBuiltinESMExports(); // updates the function for modules that import it by name
  try {
    const error = await resolveHost("8.8.8.8", []).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HostError);
    expect(error).toMatchObject({ cause: failure, message: expect.stringContaining("AF_NETLINK") });
    expect(await resolveHost("127.0.0.1", ["127.0.0.1"])).toHaveLength(1);
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
});

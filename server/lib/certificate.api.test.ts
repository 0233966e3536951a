import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import { expect, test } from "vitest";
import { findCertificateEnd } from "./certificate.ts";

const folder = join(import.meta.dirname, "../mail/transports/test-certificate");
const cert = readFileSync(join(folder, "certificate.pem"));
const key = readFileSync(join(folder, "key.pem"));

test("the end of a certificate is read even when no authority signed it", async () => {
  const server = createServer({ cert, key });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const end = await findCertificateEnd(`https://127.0.0.1:${port}`);
  expect(end?.getTime()).toBe(Date.parse(new X509Certificate(cert).validTo));
  server.close();
  await once(server, "close");
  expect(await findCertificateEnd(`https://127.0.0.1:${port}`)).toBeNull();
});

test("an address without https causes no connection", async () => {
  expect(await findCertificateEnd("http://127.0.0.1:9")).toBeNull();
});

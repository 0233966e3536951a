import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import { quoteWords } from "#contract/quoted-words.ts";
import { type FakeHttpServer, respond, startFakeHttpServer } from "./http-server.test-helpers.ts";
import { createPhpTransport } from "./php.transport.ts";
import { outgoing } from "./smtp-server.test-helpers.ts";

const opened: FakeHttpServer[] = [];

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function script(answer: Parameters<typeof startFakeHttpServer>[0]) {
  const server = await startFakeHttpServer(answer);
  opened.push(server);
  return server;
}

const transportTo = (
  { url }: { url: string },
  changes: { privateHosts?: string[]; timeoutMs?: number } = {},
) =>
  createPhpTransport({
    url: `${url}/send.php`,
    secret: "a secret of the script",
    privateHosts: ["127.0.0.1"],
    ...changes,
  });

test("a message is posted in the specified JSON format, with the secret", async () => {
  const php = await script((response) => respond(response, 200, { success: true, message: "ok" }));
  expect(await transportTo(php).send(outgoing())).toEqual({ type: "sent" });
  const [call] = php.calls;
  expect(call).toMatchObject({
    method: "POST",
    path: "/send.php",
    headers: { "content-type": "application/json", authorization: "Bearer a secret of the script" },
  });
  expect(JSON.parse(call?.body ?? "")).toEqual({
    to: "zoe@exemple.fr",
    replyTo: "reponse@tenue.example",
    headers: { "Auto-Submitted": "auto-generated" },
    subject: "Été à Paris",
    html: '<p>Bonjour <img src="data:image/png;base64,cGljdHVyZQ=="></p>',
    text: "Bonjour",
    from: "L’équipe Tenue <bonjour@tenue.example>",
    emailLogId: "0b6f6c1e-3c2b-4d55-9f0a-111111111111",
  });
});

test("only a message with a personal link names its return path to the script", async () => {
  const php = await script((response) => respond(response, 200, { success: true }));
  for (const changes of [
    { holdsLink: true, envelopeFrom: "" },
    { holdsLink: true, envelopeFrom: "liens@tenue.example" },
    { holdsLink: false, envelopeFrom: "rebonds+1.abc@tenue.example" },
  ])
    await transportTo(php).send(outgoing(changes));
  const paths = php.calls.map(({ body }) => JSON.parse(body).returnPath);
  expect(paths).toEqual(["", "liens@tenue.example", undefined]);
});

const quoted = (words: string) => quoteWords("Réponse du script PHP", words);

const news = {
  "List-Unsubscribe": "<https://tenue.example/desinscription/abc>",
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  "List-Id": "<actualites.tenue.example>",
};

// registre: 14
test("news wait until the PHP script reports support for unsubscribe headers", async () => {
  let passed: string[] | undefined;
  const php = await script((response) =>
    respond(response, 200, { success: true, message: "ok", ...(passed && { headers: passed }) }),
  );
  const transport = transportTo(php);
  for (passed of [undefined, [], ["List-Id", "List-Unsubscribe"]]) {
    expect(await transport.send(outgoing({ headers: news }))).toEqual({
      type: "unreachable",
      message: expect.stringContaining("en-têtes de désinscription"),
    });
    expect(await transport.newsHindrance?.()).toContain("en-têtes de désinscription");
  }
  expect(await transport.send(outgoing())).toEqual({ type: "sent" });
  expect(php.calls.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("news wait with the reason of a web host that is out of order, which says nothing about the script", async () => {
  const php = await script((response) => respond(response, 502, "Bad Gateway"));
  const transport = transportTo(php);
  expect(await transport.newsHindrance?.()).toBeNull();
  expect(await transport.send(outgoing({ headers: news }))).toEqual({
    type: "unreachable",
    message: `Échec de l'appel au script PHP: ${quoted("Bad Gateway")}`,
  });
});

test("a script that supports unsubscribe headers is asked only once", async () => {
  const headers = ["list-unsubscribe", "List-Unsubscribe-Post", "List-ID"];
  const php = await script((response) => respond(response, 200, { success: true, message: "ok", headers }));
  const transport = transportTo(php);
  for (let n = 0; n < 3; n += 1) {
    expect(await transport.send(outgoing({ headers: news }))).toEqual({ type: "sent" });
  }
  expect(php.calls.map(({ method }) => method)).toEqual(["GET", "POST", "POST", "POST"]);
  expect(JSON.parse(php.calls[1]?.body ?? "")).toMatchObject({ headers: news });
});

test("a refusal contains the script's reason, from its field message or error", async () => {
  for (const body of [
    { success: false, message: "Boîte inconnue" },
    { success: false, error: "Boîte inconnue" },
  ]) {
    const php = await script((response) => respond(response, 200, body));
    expect(await transportTo(php).send(outgoing())).toEqual({
      type: "refused",
      message: quoted("Boîte inconnue"),
    });
  }
});

test("the first 200 characters of an answer that is not OK become the error", async () => {
  const php = await script((response) => respond(response, 500, "é".repeat(500)));
  expect(await transportTo(php).send(outgoing())).toEqual({
    type: "refused",
    message: `Échec de l'appel au script PHP: ${quoted("é".repeat(200))}`,
  });
});

// 502 and 504 come from the web server, when PHP ended after it may have handed over the message. 520 to 524: Cloudflare's.
test.each([
  [429, "deferred"],
  [400, "refused"],
  [500, "refused"],
  [401, "unreachable"],
  [404, "unreachable"],
  [503, "unreachable"],
  [525, "unreachable"],
  [502, "uncertain"],
  [504, "uncertain"],
  [520, "uncertain"],
  [524, "uncertain"],
])("an answer with status %i is %s", async (status, type) => {
  const php = await script((response) => respond(response, status, "pas maintenant"));
  expect(await transportTo(php).send(outgoing())).toEqual({
    type,
    message: `Échec de l'appel au script PHP: ${quoted("pas maintenant")}`,
  });
});

test("a redirect is not followed", async () => {
  const elsewhere = await script((response) => respond(response, 200, { success: true }));
  const php = await script((response) => respond(response, 307, "", { location: elsewhere.url }));
  expect(await transportTo(php).send(outgoing())).toMatchObject({ type: "unreachable" });
  expect(elsewhere.calls).toEqual([]);
});

test("an unreadable answer, no answer or a cut connection leaves the message uncertain", async () => {
  const unreadable = await script((response) => respond(response, 200, "<html>Bienvenue</html>"));
  expect(await transportTo(unreadable).send(outgoing())).toMatchObject({ type: "uncertain" });
  const cut = await script((response) => response.destroy());
  expect(await transportTo(cut).send(outgoing())).toMatchObject({ type: "uncertain" });
  const silent = await script(() => {});
  expect(await transportTo(silent, { timeoutMs: 2_000 }).send(outgoing())).toMatchObject({
    type: "uncertain",
  });
  expect(silent.calls).toHaveLength(1);
});

test("a stopped server, or an internal host that is not allowed, gets no message", async () => {
  const php = await script((response) => respond(response, 200, { success: true }));
  expect(await transportTo(php, { privateHosts: [] }).send(outgoing())).toEqual({
    type: "unreachable",
    message: expect.stringMatching(/^Échec de l'appel au script PHP: .*adresse interne/),
  });
  expect(await transportTo(php, { privateHosts: [] }).verify()).toMatch(/adresse interne/);
  expect(php.calls).toEqual([]);
  await php.close();
  expect(await transportTo(php).send(outgoing())).toEqual({
    type: "unreachable",
    message: expect.stringMatching(/^Échec de l'appel au script PHP: .*ECONNREFUSED/),
  });
});

test("a message waits while the machine's own addresses cannot be read", async () => {
  vi.spyOn(os, "networkInterfaces").mockImplementation(() => {
    throw Object.assign(new Error("no netlink"), { code: "ERR_SYSTEM_ERROR" });
  });
  syncBuiltinESMExports(); // updates the function for modules that import it by name
  try {
    const outcome = await transportTo({ url: "http://8.8.8.8" }, { privateHosts: [] }).send(outgoing());
    expect(outcome).toMatchObject({ type: "unreachable" });
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
});

test("the connection test sends a GET request and no message", async () => {
  const php = await script((response, { headers }) =>
    headers.authorization === "Bearer a secret of the script"
      ? respond(response, 405, "POST only")
      : respond(response, 401, "no"),
  );
  expect(await transportTo(php).verify()).toBeNull();
  expect(php.calls).toMatchObject([{ method: "GET" }]);
  const wrong = createPhpTransport({ url: php.url, secret: "another secret", privateHosts: ["127.0.0.1"] });
  expect(await wrong.verify()).toBe(quoted("no"));
});

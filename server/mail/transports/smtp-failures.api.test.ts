import { afterEach, describe, expect, test } from "vitest";
import { quoteWords } from "#contract/quoted-words.ts";
import { createSmtpTransport } from "./smtp.transport.ts";
import {
  acceptUntilData,
  account,
  closeAll,
  keep,
  longTimeouts,
  outgoing,
  shortTimeouts,
  smtpError,
  startRawServer,
  startSmtpServer,
  transportTo,
} from "./smtp-server.test-helpers.ts";

afterEach(closeAll);

const quoted = (words: string) => quoteWords("Réponse du serveur distant", words);

describe("for any recipient, nothing is handed over and the message may be sent later", () => {
  test("hands nothing over when no server listens", async () => {
    const server = await startSmtpServer();
    await server.close();
    const transport = transportTo(server);
    expect(await transport.send(outgoing())).toMatchObject({
      type: "unreachable",
      message:
        "Le serveur SMTP refuse la connexion : il est arrêté, ou son port n’est pas le bon (ECONNREFUSED).",
    });
    expect(await transport.verify()).toMatch(/refuse la connexion/);
  });

  test("hands nothing over to a name that does not exist", async () => {
    const transport = transportTo({ port: 25 }, { server: { host: "nulle-part.invalid" } });
    expect(await transport.send(outgoing())).toMatchObject({
      type: "unreachable",
      message: expect.stringMatching(
        /^Le serveur «\u00a0nulle-part\.invalid\u00a0» (est introuvable|n’a pas pu être cherché)\u00a0: .* \((ENOTFOUND|EAI_AGAIN)\)\.$/,
      ),
    });
  });

  test("sends nothing with a wrong password and reports the server's reply", async () => {
    const server = keep(await startSmtpServer());
    const transport = transportTo(server, { server: { ...account, password: "autre" } });
    const outcome = await transport.send(outgoing());
    expect(outcome).toMatchObject({
      type: "unreachable",
      message: expect.stringMatching(
        /^Réponse du serveur distant\u00a0: «\u00a0535 .*Invalid username or password\u00a0»$/,
      ),
    });
    expect(await transport.verify()).toMatch(/«\u00a0535 /);
  });

  test("hands nothing over with a password when the server has no TLS", async () => {
    const server = keep(await startSmtpServer({ hideSTARTTLS: true, disabledCommands: ["STARTTLS"] }));
    const transport = transportTo(server, { server: account });
    expect(await transport.send(outgoing())).toMatchObject({ type: "unreachable" });
    expect(server.received).toEqual([]);
  });

  test("hands nothing over when the certificate is not trusted", async () => {
    const server = keep(await startSmtpServer());
    const transport = keep(
      createSmtpTransport(
        { host: "127.0.0.1", port: server.port, username: null, password: null },
        { privateHosts: ["127.0.0.1"], connections: 1 },
      ),
    );
    expect(await transport.send(outgoing())).toMatchObject({
      type: "unreachable",
      message: expect.stringMatching(/certificat .*SELF_SIGNED/),
    });
    expect(server.received).toEqual([]);
  });

  test.each([
    ["never greets", () => {}],
    ["greets with garbage", (socket: { write(text: string): void }) => socket.write("bonjour\r\n")],
    ["cuts the line at once", (socket: { destroy(): void }) => socket.destroy()],
    ["turns us away", (socket: { write(text: string): void }) => socket.write("554 not now\r\n")],
  ])("hands nothing over when the server %s", async (_what, greet) => {
    const server = keep(await startRawServer(() => {}, greet));
    const transport = transportTo(server, { timeouts: shortTimeouts });
    expect(await transport.send(outgoing())).toMatchObject({ type: "unreachable" });
  });

  test("hands nothing over when the server stalls before it requests the message", async () => {
    const server = keep(
      await startRawServer((socket, line) => {
        if (line.startsWith("EHLO")) socket.write("250 test\r\n");
      }),
    );
    const transport = transportTo(server, { timeouts: shortTimeouts });
    expect(await transport.send(outgoing())).toMatchObject({
      type: "unreachable",
      message: expect.stringMatching(/délai dépassé/),
    });
  });

  test("never connects to an internal address that the operator did not allow", async () => {
    const server = keep(await startSmtpServer());
    for (const host of [
      "127.0.0.1",
      "localhost",
      "169.254.169.254",
      "10.0.0.1",
      "[::1]",
      "::ffff:127.0.0.1",
    ]) {
      const transport = transportTo(server, { server: { host }, privateHosts: [] });
      expect(await transport.send(outgoing()), host).toMatchObject({
        type: "unreachable",
        message: expect.stringMatching(/adresse interne/),
      });
      expect(await transport.verify(), host).toMatch(/adresse interne/);
    }
    expect(server.connections).toBe(0);
  });
});

describe("a server's reply decides the outcome", () => {
  test("a refused recipient fails with the server's reply", async () => {
    const server = keep(
      await startSmtpServer({
        onRcptTo: (_address, _session, callback) => callback(smtpError(550, "No such user here")),
      }),
    );
    expect(await transportTo(server).send(outgoing())).toMatchObject({
      type: "refused",
      message: quoted("550 No such user here"),
      refusal: { kind: "hard", statusCode: null },
    });
  });

  test("a deferred recipient may be retried", async () => {
    const server = keep(
      await startSmtpServer({
        onRcptTo: (_address, _session, callback) => callback(smtpError(450, "Greylisted, come back later")),
      }),
    );
    expect(await transportTo(server).send(outgoing())).toMatchObject({
      type: "deferred",
      message: quoted("450 Greylisted, come back later"),
    });
  });

  test.each([
    [552, "refused"],
    [451, "deferred"],
    [421, "deferred"],
  ])("a message answered with %i once it was transmitted is %s", async (code, type) => {
    const server = keep(
      await startRawServer(acceptUntilData((socket) => socket.write(`${code} so it is\r\n`))),
    );
    expect(await transportTo(server).send(outgoing())).toMatchObject({
      type,
      message: quoted(`${code} so it is`),
    });
  });

  test("cuts replies at 200 characters", async () => {
    const server = keep(
      await startSmtpServer({
        onRcptTo: (_address, _session, callback) => callback(smtpError(550, "x".repeat(400))),
      }),
    );
    const outcome = await transportTo(server).send(outgoing());
    expect(outcome).toMatchObject({ type: "refused", message: quoted(`550 ${"x".repeat(196)}`) });
  });

  test("the connection continues with the next message after a refusal", async () => {
    const server = keep(
      await startSmtpServer({
        onRcptTo: ({ address }, _session, callback) =>
          address.startsWith("refuse") ? callback(smtpError(550, "No such user")) : callback(),
      }),
    );
    const transport = transportTo(server, { connections: 1 });
    const to = { name: "", address: "refuse@exemple.fr" };
    expect(await transport.send(outgoing({ to, messageId: "1@tenue.example" }))).toMatchObject({
      type: "refused",
    });
    expect(await transport.send(outgoing({ messageId: "2@tenue.example" }))).toEqual({ type: "sent" });
    expect(server.connections).toBe(1);
  });
});

describe("a transmitted message without a reply", () => {
  test.each([
    ["stalls", () => {}],
    ["cuts the line", (socket: { destroy(): void }) => socket.destroy()],
    ["answers garbage", (socket: { write(text: string): void }) => socket.write("merci bien\r\n")],
  ])(
    "a message is uncertain and never sent again when the server %s after the message",
    async (_what, afterData) => {
      let transmitted = 0;
      const server = keep(
        await startRawServer(
          acceptUntilData((socket) => {
            transmitted += 1;
            afterData(socket);
          }),
        ),
      );
      const transport = transportTo(server, { timeouts: { ...longTimeouts, socket: 3_000 } });
      expect(await transport.send(outgoing())).toMatchObject({ type: "uncertain" });
      expect(transmitted).toBe(1);
    },
  );
});

describe("a message aborted by the process's end", () => {
  test("an aborted message may be sent later when its transmission had not begun", async () => {
    const asked = Promise.withResolvers<void>();
    const server = keep(
      await startRawServer((socket, line) => {
        if (line.startsWith("EHLO")) socket.write("250 test\r\n");
        else asked.resolve();
      }),
    );
    const transport = transportTo(server);
    const outcome = transport.send(outgoing());
    await asked.promise;
    transport.abort();
    expect(await outcome).toMatchObject({ type: "unreachable" });
  });

  test("an aborted message is not retried over a new connection", async () => {
    const reached = Promise.withResolvers<void>();
    const server = keep(
      await startRawServer(
        () => {},
        () => reached.resolve(),
      ),
    );
    const transport = transportTo(server);
    const outcome = transport.send(outgoing());
    await reached.promise;
    transport.abort();
    expect(await outcome).toMatchObject({ type: "unreachable" });
    expect(server.connections).toBe(1);
  });

  test("an aborted message is uncertain when it was transmitted without a reply", async () => {
    const handedOver = Promise.withResolvers<void>();
    const server = keep(await startRawServer(acceptUntilData(() => handedOver.resolve())));
    const transport = transportTo(server);
    const outcome = transport.send(outgoing());
    await handedOver.promise;
    transport.abort();
    expect(await outcome).toMatchObject({ type: "uncertain" });
  });
});

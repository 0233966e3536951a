import type { Socket } from "node:net";
import { rootCertificates } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { quoteWords } from "#contract/quoted-words.ts";
import {
  acceptUntilData,
  account,
  closeAll,
  keep,
  outgoing,
  shortTimeouts,
  startRawServer,
  startSmtpServer,
  transportTo,
} from "./smtp-server.test-helpers.ts";
import type { MailTransport, SendOutcome } from "./transport.ts";

afterEach(closeAll);

/** A certificate authority that did not sign the test server's certificate. */
const otherAuthority = rootCertificates[0] ?? "";

const quoted = (words: string) => quoteWords("Réponse du serveur distant", words);

describe("a message over SMTP", () => {
  test("a message over SMTP arrives complete: identity, date, addresses, both texts and the picture", async () => {
    const server = keep(await startSmtpServer());
    expect(await transportTo(server).send(outgoing())).toEqual({ type: "sent" });

    const [received] = server.received;
    expect(received).toMatchObject({ from: "bonjour@tenue.example", to: ["zoe@exemple.fr"], secure: true });
    expect(received?.mail).toMatchObject({
      messageId: "<0b6f6c1e-3c2b-4d55-9f0a-111111111111@tenue.example>",
      date: "2026-03-02T09:30:00.000Z",
      from: { name: "L’équipe Tenue", address: "bonjour@tenue.example" },
      replyTo: [{ address: "reponse@tenue.example" }],
      to: [{ name: "Zoé Martin", address: "zoe@exemple.fr" }],
      subject: "Été à Paris",
      text: "Bonjour\n",
    });
    expect(received?.mail.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
    expect(received?.mail.attachments).toMatchObject([{ contentId: "<photo@mail>", disposition: "inline" }]);
    expect(received?.raw).toMatch(/^To: =\?UTF-8\?/m);
  });

  test("the envelope has the bounce address as sender and only the message's recipient", async () => {
    const server = keep(await startSmtpServer());
    const envelopeFrom = "rebonds+0b6f6c1e-3c2b-4d55-9f0a-111111111111.abcdefgh@tenue.example";
    await transportTo(server).send(outgoing({ envelopeFrom }));
    const [received] = server.received;
    expect(received).toMatchObject({ from: envelopeFrom, to: ["zoe@exemple.fr"] });
    expect(received?.mail.from?.address).toBe("bonjour@tenue.example");
    expect(received?.raw).not.toContain("rebonds");
    const two = { name: "", address: "zoe@exemple.fr, victime@exemple.fr" };
    const outcome = await transportTo(server).send(outgoing({ envelopeFrom, to: two }));
    expect(server.received.flatMap(({ to }) => to)).not.toContain("victime@exemple.fr");
    expect(outcome.type).not.toBe("unreachable");
  });

  test.each([
    ["in the quick form", []],
    ["with a picture", outgoing().attachments],
  ])(
    "a message over SMTP asks for no bounce of a message that holds a personal link, %s",
    async (_form, attachments) => {
      const commands: string[] = [];
      const server = keep(
        await startRawServer((socket, line) => {
          if (line.startsWith("MAIL") || line.startsWith("RCPT")) commands.push(line);
          socket.write(line.startsWith("EHLO") ? "250-test\r\n250 DSN\r\n" : "550 no\r\n");
        }),
      );
      await transportTo(server).send(outgoing({ envelopeFrom: "", holdsLink: true, attachments }));
      expect(commands).toEqual(["MAIL FROM:<> RET=HDRS"]);
    },
  );

  test("a message over SMTP cannot add header fields by line breaks in a subject, a name, an address or a header", async () => {
    const server = keep(await startSmtpServer());
    const evil = "x\r\nBcc: victime@exemple.fr\r\n\r\nbody";
    await transportTo(server).send(
      outgoing({
        subject: evil,
        to: { name: evil, address: "zoe@exemple.fr" },
        from: { name: evil, address: "bonjour@tenue.example" },
        replyTo: `a@exemple.fr\r\nBcc: victime@exemple.fr`,
        headers: { "Auto-Submitted": evil },
      }),
    );
    const [received] = server.received;
    expect(received?.to).toEqual(["zoe@exemple.fr"]);
    expect(received?.raw.split("\r\n\r\n")[0]).not.toMatch(/^Bcc:/im);
    expect(received?.mail.bcc ?? []).toEqual([]);
  });

  test("puts each header field of an SMTP message in one line", async () => {
    const server = keep(await startSmtpServer());
    const headers = {
      "List-Unsubscribe": `<https://${"sous-domaine-".repeat(4)}tenue.example/desinscription/${"x".repeat(38)}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "List-Id": "<actualites.tenue.example>",
    };
    await transportTo(server).send(outgoing({ headers }));
    const lines = server.received[0]?.raw.split("\r\n\r\n")[0]?.split("\r\n");
    for (const [name, value] of Object.entries(headers)) {
      expect(lines?.filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))).toEqual([
        expect.stringMatching(new RegExp(`^${name}: ${value.replace(/[.?/]/g, "\\$&")}$`, "i")),
      ]);
    }
  });

  test("messages over SMTP use one open connection one after the other", async () => {
    const server = keep(await startSmtpServer());
    const transport = transportTo(server, { connections: 1 });
    for (let n = 0; n < 3; n += 1) {
      expect(await transport.send(outgoing({ messageId: `${n}@tenue.example` }))).toEqual({ type: "sent" });
    }
    expect(server.connections).toBe(1);
  });

  test("sending over SMTP signs in with STARTTLS, and so does the connection test", async () => {
    const server = keep(await startSmtpServer({ authOptional: false }));
    const transport = transportTo(server, { server: account });
    expect(await transport.verify()).toBeNull();
    expect(await transport.send(outgoing())).toEqual({ type: "sent" });
    expect(server.received).toMatchObject([{ secure: true, user: "tenue" }]);
  });
});

// The transport uses TLS from the start only on port 465, which only root may open.
describe.skipIf(process.getuid?.() !== 0)("port 465 (as root alone)", () => {
  test("port 465 speaks TLS from the start, signs in and delivers", async () => {
    const server = keep(await startSmtpServer({ secure: true }, 465));
    const transport = transportTo(server, { server: account });
    expect(await transport.verify()).toBeNull();
    expect(await transport.send(outgoing())).toEqual({ type: "sent" });
    expect(server.received).toMatchObject([{ secure: true, user: "tenue" }]);
  });

  test("port 465 sends nothing to a server with an invalid certificate", async () => {
    const server = keep(await startSmtpServer({ secure: true }, 465));
    const transport = transportTo(server, { server: { ...account, host: "localhost" }, ca: otherAuthority });
    expect(await transport.send(outgoing())).toMatchObject({
      type: "unreachable",
      message: expect.stringContaining("certificat"),
    });
    expect(server.received).toEqual([]);
  });

  test("port 465 hands nothing to a server without TLS", async () => {
    const server = keep(await startSmtpServer({ secure: false }, 465));
    const outcome = await transportTo(server, { server: account, timeouts: shortTimeouts }).send(outgoing());
    expect(outcome).toMatchObject({ type: "unreachable" });
    expect(server.received).toEqual([]);
  });
});

test("an idle connection that the server closed is replaced, and the message arrives", async () => {
  const polite = acceptUntilData((socket) => socket.write("250 taken\r\n"));
  let messages = 0;
  const server = keep(
    await startRawServer((socket, line) => {
      if (line.startsWith("MAIL")) {
        messages += 1;
        if (messages === 2) return void socket.destroy();
      }
      polite(socket, line);
    }),
  );
  const transport = transportTo(server, { connections: 1 });
  expect(await transport.send(outgoing({ messageId: "1@tenue.example" }))).toEqual({ type: "sent" });
  expect(await transport.send(outgoing({ messageId: "2@tenue.example" }))).toEqual({ type: "sent" });
  expect(server.connections).toBe(2);
});

describe("a server that limits messages per connection", () => {
  /** Starts a server that answers MAIL FROM with `refusal` after `most` messages on a connection. */
  async function startLimitingServer(most: number, refusal: (socket: Socket) => void) {
    const taken = new Map<Socket, number>();
    const recipients: string[] = [];
    const polite = acceptUntilData((socket) => {
      taken.set(socket, (taken.get(socket) ?? 0) + 1);
      socket.write("250 taken\r\n");
    });
    const server = await startRawServer((socket, line) => {
      if (line.startsWith("MAIL") && (taken.get(socket) ?? 0) >= most) return refusal(socket);
      if (line.startsWith("RCPT")) recipients.push(line);
      polite(socket, line);
    });
    return { server: keep(server), recipients };
  }

  async function sendAll(transport: MailTransport, count: number, slots: number): Promise<SendOutcome[]> {
    const outcomes: SendOutcome[] = [];
    let next = 0;
    const slot = async () => {
      for (let n = next++; n < count; n = next++) {
        const to = { name: "", address: `personne-${n}@exemple.fr` };
        outcomes.push(await transport.send(outgoing({ to, messageId: `${n}@tenue.example` })));
      }
    };
    await Promise.all(Array.from({ length: slots }, slot));
    return outcomes;
  }

  const tooMany = (socket: Socket) => socket.write("452 4.5.3 Too many messages sent\r\n");

  const closing = (socket: Socket) => socket.end("421 4.7.0 Too many messages, closing\r\n");

  test.each<[string, number, number, (socket: Socket) => void]>([
    ["to 100, as OpenSMTPD does", 100, 250, tooMany],
    ["to 7, far below what we send over one by ourselves", 7, 50, tooMany],
    ["to one and closes it with 421", 1, 20, closing],
    ["and closes it with 421", 7, 50, closing],
  ])(
    "a server with a limit per connection: %s: each message arrives, and arrives once",
    async (_what, most, count, refusal) => {
      const { server, recipients } = await startLimitingServer(most, refusal);
      const transport = transportTo(server, { connections: 2 });
      const outcomes = await sendAll(transport, count, 2);
      expect(outcomes.filter(({ type }) => type !== "sent")).toEqual([]);
      expect(new Set(recipients).size).toBe(count);
      expect(recipients).toHaveLength(count);
    },
  );

  test("a message is deferred when a server's limit also refuses it on a new connection", async () => {
    const { server } = await startLimitingServer(0, tooMany);
    expect(await transportTo(server).send(outgoing())).toEqual({
      type: "deferred",
      message: quoted("452 4.5.3 Too many messages sent"),
    });
    expect(server.connections).toBe(2);
  });
});

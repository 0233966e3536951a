import { once } from "node:events";
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from "node:http2";
import { connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readLinkToken, readSetUpCode } from "#test/support/account-links.ts";
import { filledSite } from "#test/support/filled-site.ts";
import { freePort } from "#test/support/free-port.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { type ProxyProcess, proxies } from "./lib/proxy-process.ts";
import { repeats } from "./lib/scale.ts";

/** The loopback address of the visitor, which differs from that of proxy and server. */
const visitor = "127.0.0.77";
const admin = { email: "ines@tenue.example", password: "Lin et velours, 1974" };

for (const proxy of proxies.slice(0, repeats(1, proxies.length))) {
  if (!proxy.isThere)
    process.stderr.write(`LEFT OUT: what deploy/ has for ${proxy.name} needs Debian's ${proxy.name}\n`);
  describe.skipIf(!proxy.isThere)(`behind ${proxy.name} as deploy/ sets it up`, () => behind(proxy));
}

function behind(proxy: (typeof proxies)[number]) {
  let server: ServerProcess;
  let started: ProxyProcess;
  let site: string;
  let session: ClientHttp2Session;
  let cookie = "";

  type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

  /** Sends a request over the HTTP/2 session with the proxy. */
  async function open(path: string, headers: Record<string, string> = {}, body?: string | Buffer) {
    const method = body === undefined ? "GET" : "POST";
    const type = body === undefined ? {} : { "content-type": "application/json", origin: site };
    const stream = session.request({ ":method": method, ":path": path, cookie, ...type, ...headers });
    stream.on("error", () => undefined); // an answer before the end of the body closes the stream
    stream.end(body);
    const [answer] = (await once(stream, "response")) as [IncomingHttpHeaders];
    return { stream, headers: answer, status: Number(answer[":status"]) };
  }

  async function ask(
    path: string,
    headers?: Record<string, string>,
    body?: string | Buffer,
  ): Promise<Answer> {
    const { stream, ...answer } = await open(path, headers, body);
    let text = "";
    for await (const chunk of stream.setEncoding("utf8")) text += chunk;
    return { ...answer, text };
  }

  const post = (path: string, body: object, headers?: Record<string, string>) =>
    ask(path, headers, JSON.stringify(body));

  beforeAll(async () => {
    const [https, port] = [await freePort(), await freePort()];
    site = `https://localhost:${https}`;
    server = await startServerProcess({
      entry: "build",
      environment: {
        PORT: String(port),
        BASE_URL: site,
        TRUST_PROXY: "127.0.0.1",
        SIGNUP_LIMIT_PER_MINUTE: "",
      },
      postgresUrl: "",
    });
    // With https, the server accepts sign-ups only once the owner is identified.
    await server.sql("insert into site_settings (values) values ($1)", [JSON.stringify(filledSite)]);
    await server.kill("SIGTERM");
    await server.start();
    started = await proxy.start({ https, server: port });
    session = connect(site, {
      maxSessionMemory: 64,
      createConnection: () =>
        connectTls({
          socket: connectTcp({ port: https, host: "127.0.0.1", localAddress: visitor }),
          servername: "localhost",
          ALPNProtocols: ["h2"],
          rejectUnauthorized: false,
        }),
    });
    await once(session, "connect");
  });
  afterAll(async () => {
    session?.destroy();
    await started?.stop();
    await server?.remove();
  });

  test("a proxy passes HTTP/2 requests to the server with unchanged paths", async () => {
    expect(session.alpnProtocol).toBe("h2");
    expect(await ask("/api/health")).toMatchObject({ status: 200 });
    expect((await ask("/api/nothing")).headers["content-type"]).toMatch(/^application\/json/);
  });

  test("a proxy passes on a body of 14 MB, which the server refuses with its JSON", async () => {
    const { status, text } = await ask("/api/signups/user", {}, Buffer.alloc(14 * 1024 * 1024, " "));
    expect([status, JSON.parse(text)]).toEqual([
      413,
      expect.objectContaining({ error: expect.objectContaining({ code: "payload_too_large" }) }),
    ]);
  });

  test("cookies behind a proxy are bound to the host, and the sign-in works", async () => {
    const setUp = await post("/api/setup", { email: admin.email, code: readSetUpCode(server) });
    const token = readLinkToken(JSON.parse(setUp.text).activationLink);
    await post("/api/auth/reset-password", { token, newPassword: admin.password });
    const { status, headers } = await post("/api/auth/sign-in/email", admin);
    expect(status).toBe(200);
    const lines = headers["set-cookie"] ?? [];
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^__Host-tenue\.[^;]+; (?=.*Secure).*HttpOnly/);
    cookie = lines.map((line) => line.split(";")[0]).join("; ");
    expect((await ask("/api/admin/signups")).status).not.toBe(401);
  });

  test("a proxy passes events on without delay", async () => {
    const [{ id = "" } = {}] = await server.sql<{ id: string }>(
      `insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by)
       values ('Sujet', '<p>x</p>', 'all', 'all', 'paused', 'f', '${admin.email}') returning id`,
    );
    const { stream, status, headers } = await open(`/api/admin/campaigns/${id}/events`);
    expect([status, headers["content-type"]]).toEqual([200, "text/event-stream; charset=utf-8"]);
    const [first] = (await once(stream, "data")) as [Buffer];
    expect(first.toString()).toMatch(/^event: campaign\ndata: \{/);
    expect(stream.readableEnded).toBe(false);
    stream.close();
  });

  test("a visitor's own X-Forwarded-For has no effect: all attempts count as those of one client", async () => {
    const attempt = async (number: number) => {
      const headers = { "x-forwarded-for": `203.0.113.${number}, 198.51.100.${number}` };
      const { status } = await post("/api/signups/user", {}, headers);
      return status;
    };
    const statuses: number[] = [];
    for (let number = 1; number <= 40; number += 1) statuses.push(await attempt(number));
    expect(statuses).toContain(429);
    // The server trusts the proxy. Otherwise all visitors would count as one client.
    expect(server.output()).not.toContain("TRUST_PROXY does not name");
  });

  test("the log of a proxy holds neither a personal link nor an address while the server is away", async () => {
    await server.kill("SIGKILL");
    const { status } = await ask("/ma-place/a-secret-token");
    expect([502, 503]).toContain(status);
    expect(started.output()).not.toMatch(new RegExp(`a-secret-token|${visitor}`));
  });
}

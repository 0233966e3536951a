import { once } from "node:events";
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from "node:http2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readLinkToken, readSetUpCode } from "#test/support/account-links.ts";
import { filledSite } from "#test/support/filled-site.ts";
import { freePort } from "#test/support/free-port.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { proxies } from "./lib/proxy-process.ts";
import { repeats } from "./lib/scale.ts";

const admin = { email: "ines@tenue.example", password: "Lin et velours, 1974" };

for (const proxy of proxies.slice(0, repeats(1, proxies.length))) {
  if (!proxy.isThere)
    process.stderr.write(`LEFT OUT: what deploy/ has for ${proxy.name} needs Debian's ${proxy.name}\n`);
  describe.skipIf(!proxy.isThere)(`behind ${proxy.name} as deploy/ sets it up`, () => behind(proxy));
}

function behind(proxy: (typeof proxies)[number]) {
  let server: ServerProcess;
  let stop: () => Promise<void>;
  let site: string;
  let session: ClientHttp2Session;
  let cookie = "";

  type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

  /** Over HTTP/2, which the session has agreed on with the proxy. */
  async function open(path: string, headers: Record<string, string> = {}, body?: string | Buffer) {
    const method = body === undefined ? "GET" : "POST";
    const type = body === undefined ? {} : { "content-type": "application/json", origin: site };
    const stream = session.request({ ":method": method, ":path": path, cookie, ...type, ...headers });
    stream.on("error", () => undefined); // an answer that comes before the end of the body closes the stream
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
    // On https sign-ups open once the owner is named.
    await server.sql("insert into site_settings (values) values ($1)", [JSON.stringify(filledSite)]);
    await server.kill("SIGTERM");
    await server.start();
    ({ stop } = await proxy.start({ https, server: port }));
    session = connect(site, { rejectUnauthorized: false, maxSessionMemory: 64 });
    await once(session, "connect");
  });
  afterAll(async () => {
    session?.destroy();
    await stop?.();
    await server?.remove();
  });

  test("HTTP/2 reaches the server, and plain paths are its own", async () => {
    expect(session.alpnProtocol).toBe("h2");
    expect(await ask("/api/health")).toMatchObject({ status: 200 });
    expect((await ask("/api/nothing")).headers["content-type"]).toMatch(/^application\/json/);
  });

  test("a body of 14 MB is refused in the server's own JSON", async () => {
    const { status, text } = await ask("/api/signups/user", {}, Buffer.alloc(14 * 1024 * 1024, " "));
    expect([status, JSON.parse(text)]).toEqual([
      413,
      expect.objectContaining({ error: expect.objectContaining({ code: "payload_too_large" }) }),
    ]);
  });

  test("cookies are bound to the host, and sign in through the proxy", async () => {
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

  test("proxies pass events on as they happen", async () => {
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

  test("an X-Forwarded-For of the visitor's changes nothing: all its attempts count as one client's", async () => {
    const attempt = async (number: number) => {
      const headers = { "x-forwarded-for": `203.0.113.${number}, 198.51.100.${number}` };
      const { status } = await post("/api/signups/user", {}, headers);
      return status;
    };
    const statuses: number[] = [];
    for (let number = 1; number <= 40; number += 1) statuses.push(await attempt(number));
    expect(statuses).toContain(429);
    // The server believes the proxy, or all of its visitors would be one.
    expect(server.output()).not.toContain("TRUST_PROXY does not name");
  });
}

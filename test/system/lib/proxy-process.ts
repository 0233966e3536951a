import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "#test/support/free-port.ts";

const deploy = resolve(import.meta.dirname, "../../../deploy");

export type ProxyProcess = {
  stop(): Promise<void>;
  /** What the proxy has logged so far. */
  output(): string;
};

export type Proxy = {
  name: "nginx" | "caddy" | "haproxy";
  /** Whether the program is installed on this machine. */
  isThere: boolean;
  /** Starts the proxy on a port for https, in front of a server on this machine. */
  start(ports: { https: number; server: number }): Promise<ProxyProcess>;
};

/** A configuration file with the test's paths. Throws when a text to replace is missing. */
function configuration(file: string, replacements: [string, string][]): string {
  return replacements.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} no longer has ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(join(deploy, file), "utf8"),
  );
}

/** A new certificate for localhost, as files. */
function makeCertificate(folder: string): { certificate: string; key: string } {
  const files = { certificate: join(folder, "certificate.pem"), key: join(folder, "key.pem") };
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const out = ["-keyout", files.key, "-out", files.certificate];
  execFileSync("openssl", ["req", "-x509", ...kind, ...names, ...out], { stdio: "ignore" });
  return files;
}

const nginx: Proxy = {
  name: "nginx",
  isThere: spawnSync("nginx", ["-v"]).status === 0,
  async start({ https, server }) {
    const folder = mkdtempSync(join(tmpdir(), "tenue-nginx-"));
    const http = await freePort();
    const { certificate, key } = makeCertificate(folder);
    const site = configuration("nginx.conf", [
      ["/etc/letsencrypt/live/tenue.example/fullchain.pem", certificate],
      ["/etc/letsencrypt/live/tenue.example/privkey.pem", key],
      ["tenue.example", "localhost"],
      ["[::]:80;", `[::1]:${http};`],
      ["[::]:443 ", `[::1]:${https} `],
      ["listen 80;", `listen 127.0.0.1:${http};`],
      ["listen 443 ", `listen 127.0.0.1:${https} `],
      ["127.0.0.1:3000", `127.0.0.1:${server}`],
    ]);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join("\n");
    writeFileSync(
      join(folder, "nginx.conf"),
      `pid ${folder}/pid;\nerror_log stderr warn;\ndaemon off;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}\n}\n`,
    );
    const started = spawn("nginx", ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", "stderr"]);
    return running(started, folder, https);
  },
};

const caddy: Proxy = {
  name: "caddy",
  isThere: spawnSync("caddy", ["version"]).status === 0,
  async start({ https, server }) {
    const folder = mkdtempSync(join(tmpdir(), "tenue-caddy-"));
    const options = "admin off\nskip_install_trust\nauto_https disable_redirects";
    const site = configuration("Caddyfile", [
      ["\n{\n", `\n{\n${options}\n`],
      ["\ntenue.example {", `\nhttps://localhost:${https} {\n\ttls internal`],
      ["127.0.0.1:3000", `127.0.0.1:${server}`],
    ]);
    mkdirSync(join(folder, "home"));
    writeFileSync(join(folder, "Caddyfile"), site);
    const started = spawn("caddy", ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"], {
      env: { PATH: process.env.PATH, HOME: join(folder, "home"), XDG_DATA_HOME: join(folder, "home") },
    });
    return running(started, folder, https);
  },
};

const haproxy: Proxy = {
  name: "haproxy",
  isThere: spawnSync("haproxy", ["-v"]).status === 0,
  async start({ https, server }) {
    const folder = mkdtempSync(join(tmpdir(), "tenue-haproxy-"));
    const { certificate, key } = makeCertificate(folder);
    writeFileSync(`${certificate}.both`, readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
    const site = configuration("haproxy/site.cfg", [
      ["bind :80\n", `bind 127.0.0.1:${await freePort()}\n`],
      ["bind :443 ", `bind 127.0.0.1:${https} `],
      ["/etc/haproxy/tenue.example.pem", `${certificate}.both`],
      ["127.0.0.1:3000", `127.0.0.1:${server}`],
      ["127.0.0.1:3001", `127.0.0.1:${await freePort()}`],
    ]);
    writeFileSync(join(folder, "haproxy.cfg"), site);
    return running(spawn("haproxy", ["-db", "-f", join(folder, "haproxy.cfg")]), folder, https);
  },
};

async function running(child: ChildProcess, folder: string, port: number): Promise<ProxyProcess> {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  };
  while (!(await answers(port))) {
    if (child.exitCode !== null) {
      await stop();
      throw new Error(`the proxy does not start:\n${output}`);
    }
  }
  return { stop, output: () => output };
}

async function answers(port: number): Promise<boolean> {
  const { connect } = await import("node:tls");
  const socket = connect({ port, host: "127.0.0.1", servername: "localhost", rejectUnauthorized: false });
  try {
    await once(socket, "secureConnect");
    return true;
  } catch {
    await new Promise((done) => setTimeout(done, 50));
    return false;
  } finally {
    socket.destroy();
  }
}

export const proxies: Proxy[] = [nginx, caddy, haproxy];

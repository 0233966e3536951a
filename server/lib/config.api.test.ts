import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

test("the configuration works without any variable", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "0.0.0.0",
    baseUrl: "http://localhost:3000",
    databaseUrl: undefined,
    trustProxy: [],
    signupLimitPerMinute: 30,
    authSecret: undefined,
  });
});

test("an empty variable counts as none", () => {
  const names = [
    "PORT",
    "HOST",
    "BASE_URL",
    "DATA_DIR",
    "DATABASE_URL",
    "TRUST_PROXY",
    "AUTH_SECRET",
    "LOG_FORMAT",
  ];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(readConfig({}));
});

test("requests are logged when the log format is JSON, unless ACCESS_LOG overrides it", () => {
  const logged = (environment: Record<string, string>) => readConfig(environment).accessLog;
  expect([logged({ LOG_FORMAT: "json" }), logged({ LOG_FORMAT: "text" })]).toEqual([true, false]);
  expect(logged({ LOG_FORMAT: "json", ACCESS_LOG: "off" })).toBe(false);
  expect(logged({ LOG_FORMAT: "text", ACCESS_LOG: "on" })).toBe(true);
  expect(() => readConfig({ ACCESS_LOG: "yes" })).toThrow(/^ACCESS_LOG: /);
});

test("trusted proxies are addresses and ranges of IPv4 and IPv6", () => {
  const trusted = readConfig({ TRUST_PROXY: " 10.0.0.0/8, 127.0.0.1,::1 , fd00::/8," }).trustProxy;
  expect(trusted).toEqual(["10.0.0.0/8", "127.0.0.1", "::1", "fd00::/8"]);
});

test("servers of the DNS are addresses of IPv4 and IPv6, with a port or without", () => {
  const servers = ["192.0.2.1", "127.0.0.1:5353", "2001:db8::1", "[2001:db8::1]:5353"];
  expect(readConfig({ DNS_SERVERS: servers.join(", ") }).dnsServers).toEqual(servers);
});

test("metrics are served at a port of this machine, or at a given address", () => {
  const listen = (METRICS_LISTEN: string) => readConfig({ METRICS_LISTEN }).metricsListen;
  expect(listen("9464")).toEqual({ host: "127.0.0.1", port: 9464 });
  expect(listen("0.0.0.0:9464")).toEqual({ host: "0.0.0.0", port: 9464 });
  expect(listen("[::1]:0")).toEqual({ host: "::1", port: 0 });
  expect(readConfig({}).metricsListen).toBeUndefined();
});

test("backups are kept beside the embedded database; with PostgreSQL they need BACKUP_DIR", () => {
  expect(readConfig({ DATA_DIR: "/srv/tenue" }).backupDir).toBe("/srv/tenue/backups");
  const other = { DATABASE_URL: "postgres://db/tenue", AUTH_SECRET: randomBytes(32).toString("hex") };
  expect(readConfig(other).backupDir).toBeUndefined();
  expect(readConfig({ ...other, BACKUP_DIR: "/mnt/backups/" }).backupDir).toBe("/mnt/backups");
});

test.each([
  ["https://tenue.example//", "https://tenue.example"],
  ["HTTPS://Tenue.example", "https://tenue.example"],
  ["http://localhost:0", "http://localhost:0"],
])("the public address %s is read as the origin %s", (address, origin) => {
  expect(readConfig({ BASE_URL: address }).baseUrl).toBe(origin);
});

test("random secrets are accepted, earlier secrets as a list", () => {
  for (let round = 0; round < 200; round += 1) {
    const hex = randomBytes(16).toString("hex");
    const environment = {
      AUTH_SECRET: hex,
      AUTH_SECRET_PREVIOUS: ` ${hex}!, ${hex}? `,
      PHP_MAIL_SECRET: hex,
    };
    expect(readConfig(environment)).toMatchObject({
      authSecret: hex,
      authSecretPrevious: [`${hex}!`, `${hex}?`],
    });
  }
});

describe("a bad value is one line that names its variable", () => {
  const secret = "0123456789abcdef0123456789abcdef";
  test.each<[string, string]>([
    ["PORT", "http"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["BASE_URL", "tenue.example"],
    ["BASE_URL", "javascript:alert(1)"],
    ["BASE_URL", "https://"],
    ["BASE_URL", "https://tenue.example/beta"],
    ["BASE_URL", "https://tenue.example/?ref=1"],
    ["BASE_URL", "https://ines:secret@tenue.example"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["DATABASE_URL", "postgres://tenue:pa#ss@localhost/x"],
    ["DATABASE_URL", "postgres://tenue:12#34@localhost/x"],
    ["DATABASE_URL", "postgres://tenue:pa/ss@localhost/x"],
    ["TRUST_PROXY", "true"],
    ["TRUST_PROXY", "localhost"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["TRUST_PROXY", "10.0.0.0/"],
    ["TRUST_PROXY", "10.0.0.0/8/8"],
    ["TRUST_PROXY", "10.0.0.1, everybody"],
    ["SIGNUP_LIMIT_PER_MINUTE", "-1"],
    ["SIGNUP_LIMIT_PER_MINUTE", "many"],
    ["AUTH_SECRET", "short"],
    ["AUTH_SECRET", "a".repeat(64)],
    ["AUTH_SECRET", "1234567890".repeat(5)],
    ["AUTH_SECRET", "changeme".repeat(6)],
    ["AUTH_SECRET", "aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbb"],
    ["AUTH_SECRET_PREVIOUS", "short"],
    ["AUTH_SECRET_PREVIOUS", `${secret},${"0".repeat(40)}`],
    ["PHP_MAIL_SECRET", "x".repeat(16)],
    ["PHP_MAIL_SECRET", "1234".repeat(4)],
    ["LOG_FORMAT", "xml"],
    ["DNS_SERVERS", "dns.exemple.test"],
    ["DNS_SERVERS", "192.0.2.1, 192.0.2.1:99999"],
    ["DNS_SERVERS", "192.0.2.1/24"],
  ])("the value %s=%s is refused in one line that names the variable", (name, value) => {
    expect(() => readConfig({ AUTH_SECRET: secret, [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ AUTH_SECRET: secret, [name]: value })).toThrow(
      new RegExp(`^${name}: [^\\n]+$`),
    );
  });

  test.each(["pa#ss", "12#34", "pa/ss"])("the password %s of DATABASE_URL is never shown", (password) => {
    const environment = { AUTH_SECRET: secret, DATABASE_URL: `postgres://tenue:${password}@localhost/x` };
    expect(() => readConfig(environment)).toThrow(/^DATABASE_URL: (?!.*tenue:).*%23/);
  });

  test.each([
    "application_name",
    "statement_timeout",
    "idle_in_transaction_session_timeout",
    "query_timeout",
  ])("DATABASE_URL must not set %s, which would replace the server's own value", (name) => {
    const read = (query: string) =>
      readConfig({ AUTH_SECRET: secret, DATABASE_URL: `postgres://tenue:12@localhost/x?${query}` });
    expect(() => read(`sslmode=require&${name}=1`)).toThrow(`DATABASE_URL: must not set ${name}`);
    expect(read(`sslmode=require&options=-c%20${name}%3D1`).databaseUrl).toContain("sslmode");
  });

  test("DATABASE_URL requires AUTH_SECRET", () => {
    expect(() => readConfig({ DATABASE_URL: "postgres://localhost/tenue" })).toThrow(
      /^AUTH_SECRET: required/,
    );
  });
});

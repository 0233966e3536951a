import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { erasureLineSchema } from "#server/privacy/erasure/erasure-log.service.ts";

const root = resolve(import.meta.dirname, "..");
const read = (name: string) => readFileSync(join(root, name), "utf8");
const operations = read("docs/operations.md");

test("operations.md lists exactly the variables that the server reads", () => {
  const known = [...read("server/lib/config.ts").matchAll(/^ {2}([A-Z][A-Z_]+): optional\(/gm)].map(
    ([, name]) => name,
  );
  const rows = operations.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  );
  expect(known.length).toBeGreaterThan(10);
  expect(named.toSorted()).toEqual(known.toSorted());
});

test("operations.md names existing files and this version", () => {
  const named = [...operations.matchAll(/(?:\/opt\/tenue\/|`)(deploy\/[\w./-]+)/g)].map(
    ([, path = ""]) => path,
  );
  expect(named).toContain("deploy/tenue.service");
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const { version } = JSON.parse(read("package.json"));
  expect(operations).toContain(`--file=tenue-${version}.tar.gz`);
  expect(read("CHANGELOG.md")).toContain(`\n## [${version}] - `);
});

test("the way back to 0.2.0 repeats all erasures, and leaves out the lines that 0.2.0 cannot read", () => {
  const known = [
    "unsubscribed",
    "erased",
    "bounced",
    "complained",
    "manual",
    "limited",
    "suppressed",
    "lifted",
  ];
  const { reason, kind } = erasureLineSchema.shape;
  const left = [...reason.unwrap().options, ...kind.options].filter((word) => !known.includes(word));
  const pattern = left.map((word) => `"${word}"`).join("\\|");
  expect(operations).toContain(`\ngrep --invert-match '${pattern}' erasures.ndjson | install `);
  expect(operations).toMatch(
    /^mv \/var\/lib\/tenue\/database .*\n[\s\S]{0,200}^tenue restore \S+-update\.tenue --replace --erasures older\.ndjson$/m,
  );
});

test("the restore for SQL names its database, secret and log of erasures, and avoids the service's settings", () => {
  const [, command = ""] = /^For SQL, .*\n\n```\n(.*)\n```$/m.exec(operations) ?? [];
  expect(command).toMatch(
    /^DATABASE_URL=\S+ AUTH_SECRET=\S+ \/opt\/tenue\/bin\/tenue restore FILE --erasures \S+$/,
  );
});

test("operations.md passes the password of a move by PGPASSWORD, which the PostgreSQL client reads", () => {
  const [, address = ""] = /^PGPASSWORD='…' tenue move --to (\S+)/m.exec(operations) ?? [];
  expect(new URL(address)).toMatchObject({ username: "tenue", password: "" });
  vi.stubEnv("PGPASSWORD", "only for this test");
  expect(new pg.Client({ connectionString: address }).password).toBe("only for this test");
});

test("an update installs the unit and the command again, because a release may change them", () => {
  const [, update = ""] = /^## Updates\n\n```\n([\s\S]*?)^```$/m.exec(operations) ?? [];
  for (const file of ["tenue.service", "tenue"]) {
    const install = new RegExp(`^install .*/opt/tenue/deploy/${file} .*$`, "m");
    expect(update).toMatch(install);
  }
  expect(update).toMatch(/daemon-reload\nsystemctl restart tenue\n$/);
});

test("the configuration files of the proxies log no path and no address of a visitor", () => {
  const servers = read("deploy/nginx.conf")
    .split(/^server \{$/m)
    .slice(1);
  expect(servers.length).toBe(2);
  for (const server of servers) {
    expect(server).toMatch(/^\taccess_log off;$/m);
    expect(server).toMatch(/^\terror_log \/dev\/null emerg;$/m);
  }
  const [options = "", site = ""] = read("deploy/Caddyfile").split(/^tenue\.example \{$/m);
  expect(options).toMatch(/^\t\texclude http\.log\.error http\.handlers\.reverse_proxy$/m);
  expect(site).toContain("reverse_proxy");
  expect(site).not.toMatch(/^\s*log\b/m);
});

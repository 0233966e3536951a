import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { describe, expect, test } from "vitest";
import { type BackupHeader, RowSum, UnusableBackupError, writeBackup } from "./backup-format.ts";
import { packBackup, unpackBackup } from "./package-backup.ts";
import { openBackup } from "./read-backup.ts";

const header: BackupHeader = {
  tenue: "backup",
  format: 1,
  version: "0.2.0",
  stamp: 1,
  madeAt: "2026-11-01T00:00:00.000Z",
  kind: "manual",
  secret: null,
  installation: null,
};

const rows = Array.from({ length: 5_000 }, (_, id) =>
  JSON.stringify({ id, text: `é\n${randomBytes(300).toString("hex")}` }),
);

async function* tables() {
  yield { name: "a", columns: ["id", "text"], rows: Readable.from([rows.slice(0, 7), rows.slice(7)]) };
  yield { name: "b", columns: ["id"], rows: Readable.from([]) };
}

const bytesOf = async (key?: string, head = header) =>
  Buffer.concat(await (await packBackup(writeBackup(head, tables()), key)).toArray());

/** Splits the bytes into pieces of another size than they were written in. */
async function* inPieces(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += 1_000) yield bytes.subarray(start, start + 1_000);
}

async function read(bytes: Buffer, key?: string) {
  const { header: head, parts } = await openBackup(unpackBackup(inPieces(bytes), key));
  const batches: string[] = [];
  const names: string[] = [];
  for await (const part of parts) {
    if (part.type === "rows") batches.push(part.json);
    if (part.type === "end") names.push(`${part.name} ${part.rows}`);
  }
  // Parses the rows last: only a reader that reached the end knows that they are complete.
  return { head, texts: batches.flatMap((json) => JSON.parse(json)), names };
}

test("a backup is read back as it was written, in batches of rows", async () => {
  const { head, texts, names } = await read(await bytesOf());
  expect(head).toEqual(header);
  expect(texts).toEqual(rows.map((row) => JSON.parse(row)));
  expect(names).toEqual(["a 5000", "b 0"]);
});

test("an age identity encrypts and decrypts a backup, an age recipient only encrypts", async () => {
  const identity = await generateIdentity();
  for (const key of [identity, await identityToRecipient(identity)]) {
    const sealed = await bytesOf(key);
    expect(sealed.subarray(0, 21).toString()).toBe("age-encryption.org/v1");
    expect((await read(sealed, identity)).names).toEqual(["a 5000", "b 0"]);
    await expect(read(sealed, await generateIdentity())).rejects.toThrow("encrypted for another key");
    await expect(read(sealed)).rejects.toThrow("set BACKUP_KEY to the identity");
    await expect(read(sealed, await identityToRecipient(identity))).rejects.toThrow("set BACKUP_KEY");
  }
});

describe.each(["plain", "sealed"])("a %s file that", (form) => {
  const key = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX";
  const used = form === "sealed" ? key : undefined;

  test("a file that was cut at any place is refused", async () => {
    const bytes = await bytesOf(used);
    for (const part of [0, 0.001, 0.3, 0.6, 0.999]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * part));
      await expect(read(cut, used), String(part)).rejects.toThrow(UnusableBackupError);
    }
  });

  test("a file that was altered at any place is refused", async () => {
    const bytes = await bytesOf(used);
    for (let turn = 0; turn < 30; turn += 1) {
      const place = Math.floor((bytes.length * (turn + 0.5)) / 30);
      const altered = Buffer.from(bytes);
      altered[place] = (altered[place] ?? 0) ^ 0x10;
      await expect(read(altered, used), String(place)).rejects.toThrow(UnusableBackupError);
    }
  });
});

test("missing rows are detected although all checksums around them match", async () => {
  const text = Buffer.concat(await Array.fromAsync(writeBackup(header, tables()))).toString();
  const lines = text.split("\n");
  lines.splice(3, 1);
  const { parts } = await openBackup(inPieces(Buffer.from(lines.join("\n"))));
  await expect(Array.fromAsync(parts)).rejects.toThrow("the table a is not whole");
});

test("a newer backup is refused with its version, and other files are refused", async () => {
  const future = await bytesOf(undefined, { ...header, format: 2, version: "9.1.0" });
  await expect(read(future)).rejects.toThrow("made by Tenue 9.1.0");
  await expect(read(Buffer.from("PGDMP and more"))).rejects.toThrow("no backup of Tenue");
  await expect(read(Buffer.alloc(0))).rejects.toThrow(UnusableBackupError);
});

test("an endless line is refused with its line number, and is not buffered", async () => {
  let pieces = 0;
  async function* endless() {
    yield Buffer.from(`${JSON.stringify(header)}\n`);
    for (; pieces < 700; pieces += 1) yield Buffer.alloc(1024 * 1024, "x");
  }
  const { parts } = await openBackup(endless());
  await expect(parts.next()).rejects.toThrow("damaged (at line 2)");
  expect(pieces).toBeLessThan(20);
});

test.each([[['x"; drop table beta_signups; --']], [["a b"]], [[""]], [["A".repeat(80)]], [["id", "id"]]])(
  "columns of the names %j are refused",
  async (columns) => {
    const table = JSON.stringify(["table", { name: "a", columns }]);
    const { parts } = await openBackup(Readable.from([Buffer.from(`${JSON.stringify(header)}\n${table}\n`)]));
    await expect(parts.next()).rejects.toThrow("a line of it cannot be read");
  },
);

function sumOf(...rows: string[]): string {
  const sum = new RowSum();
  for (const row of rows) sum.add(row);
  return sum.digest();
}

test("the sum of rows does not depend on their order", () => {
  expect(sumOf("a", "b", "c")).toBe(sumOf("c", "a", "b"));
});

test("the sum of rows changes when a row is missing, altered or duplicated", () => {
  const others = [sumOf("a", "b"), sumOf("a", "b", "d"), sumOf("a", "b", "c", "c"), sumOf("a", "b", "b")];
  expect(others).not.toContain(sumOf("a", "b", "c"));
  expect(new Set(others).size).toBe(others.length);
});

import { expect, test } from "vitest";
import { importLimits, importMessages } from "#contract/imports.ts";
import { type CsvRecord, readCsv } from "./read-csv.ts";

/** Splits bytes into parts of `size` bytes, as a network may. */
async function* inParts(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
async function read(text: string | Uint8Array, size = 7): Promise<CsvRecord[]> {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  return Array.fromAsync(readCsv(inParts(bytes, size)));
}
const cellsOf = async (text: string | Uint8Array, size?: number) =>
  (await read(text, size)).map(({ cells }) => cells);

test.each([",", ";", "\t"])(
  "the separator %j is found in the titles, also beside others within quotes",
  async (separator) => {
    const text = [`"Nom, prénom; et\tville"`, "E-mail", "Âge"].join(separator);
    const line = ["Zoé", "zoe@exemple.fr", "30"].join(separator);
    expect(await cellsOf(`${text}\r\n${line}\r\n`)).toEqual([
      ["Nom, prénom; et\tville", "E-mail", "Âge"],
      ["Zoé", "zoe@exemple.fr", "30"],
    ]);
  },
);

test.each([
  ['"Horodateur\n(UTC)",E-mail\nlundi,zoe@exemple.fr\n', ["Horodateur\n(UTC)", "E-mail"]],
  [
    'Horodateur,"Votre style ;\npar exemple ; ""vintage""",E-mail\nlundi,x;y,zoe@exemple.fr\n',
    ["Horodateur", 'Votre style ;\npar exemple ; "vintage"', "E-mail"],
  ],
])("the separator is found in titles with a line break: %j", async (text, titles) => {
  for (const size of [1, 7, 64]) expect((await cellsOf(text, size))[0]).toEqual(titles);
});

test("the separator that Excel names before the titles is used, and its line is counted", async () => {
  expect(await read("sep=|\r\nE-mail|Nom\r\na@b.fr|x;y,z\r\n")).toEqual([
    { line: 2, cells: ["E-mail", "Nom"] },
    { line: 3, cells: ["a@b.fr", "x;y,z"] },
  ]);
});

test("quotes and line breaks stay in cells, blank lines are left out, and each record has its line number", async () => {
  expect(await read('a,b\n"x ""y""","1\n2"\n\n3,4')).toEqual([
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ['x "y"', "1\n2"] },
    { line: 5, cells: ["3", "4"] },
  ]);
});

test.each([
  ["\n", "\n"],
  ["\r\n", "\r\n"],
  ["\n", "\r\n"],
  ["\r\n", "\n"],
  ["\n", "\r"],
])("with %j between lines, a line break %j within a cell counts as one line", async (between, within) => {
  const lines = ["E-mail,Prénom", `zoe@exemple.fr,"Z${within}${within}oé"`, "", "faux,x", '"y"z,"'];
  const expected = [
    { line: 1, cells: ["E-mail", "Prénom"] },
    { line: 2, cells: ["zoe@exemple.fr", expect.stringMatching(/^Z[\r\n]+oé$/)] },
    { line: 6, cells: ["faux", "x"] },
  ];
  for (const size of [1, 2, 7, 64]) {
    expect(await read(lines.slice(0, 4).join(between) + between, size)).toEqual(expected);
    await expect(read(lines.join(between), size)).rejects.toThrow(importMessages.quotes(7));
    await expect(read(`${lines.slice(0, 4).join(between)}${between}\u0000`, size)).rejects.toThrow(
      importMessages.nul(7),
    );
  }
});

const windows1252 = (text: string) =>
  Uint8Array.from(text, (letter) => (letter === "€" ? 0x80 : (letter.codePointAt(0) ?? 0)));

test.each([1, 2, 3, 7, 64])(
  "UTF-8 with and without a byte order mark and Windows-1252 are read in parts of %i bytes",
  async (size) => {
    const text = "Prénom;Prix\nÉloïse;5 €\n";
    const expected = [
      ["Prénom", "Prix"],
      ["Éloïse", "5 €"],
    ];
    expect(await cellsOf(text, size)).toEqual(expected);
    expect(await cellsOf(`\uFEFF${text}`, size)).toEqual(expected);
    expect(await cellsOf(windows1252(text), size)).toEqual(expected);
    expect(await cellsOf(windows1252("a;b\nx;é"), size)).toEqual([
      ["a", "b"],
      ["x", "é"],
    ]);
  },
);

const long = "x".repeat(5 * 1024 * 1024);
test.each([
  ["a NUL", "a,b\n1,2\n3,\u0000\n", importMessages.nul(3)],
  ["a spreadsheet instead of a CSV file", "PK\u0003\u0004\u0014\u0000\u0000", importMessages.nul(1)],
  ["text after a closing quote", 'a,b\n1,2\n"x"y,3\n', importMessages.quotes(3)],
  ["a quote within a cell without quotes", 'a,b\n1,x"y\n', importMessages.quotes(2)],
  ["an end within quotes", 'a,b\n1,2\n3,"4', importMessages.cut(3)],
  ["an end in the middle of a line", "a,b,c\n1,2,3\n4,5", importMessages.cut(3)],
  ["a cell that is too long", `a,b\n1,${"x".repeat(importLimits.cellMax + 1)}\n`, importMessages.cell(2)],
  ["a cell of 5 MB", `a,b\n1,2\n"${long}",3\n`, importMessages.cell(3)],
])("%s is refused with the number of its line", async (_, text, message) => {
  await expect(read(text, 64 * 1024)).rejects.toThrow(message);
});

test("a last line without a line break, and lines with fewer cells before it, are accepted", async () => {
  expect(await cellsOf("a,b\n1\n2,3")).toEqual([["a", "b"], ["1"], ["2", "3"]]);
});

test("the encoding of a line after line breaks within cells is refused with the number of that line", async () => {
  const bytes = Buffer.concat([Buffer.from('é,b\r\n"1\r\n2",3\r\n'), Buffer.from([0xe9, 0x2c, 0x0d, 0x0a])]);
  for (const size of [1, 2, 3]) await expect(read(bytes, size)).rejects.toThrow(importMessages.encoding(4));
});

test("a file that changes its encoding is refused with the number of the line", async () => {
  const bytes = Buffer.concat([Buffer.from("é,b\n1,2\n3,4\n"), Buffer.from([0xe9, 0x2c, 0x0a])]);
  await expect(read(bytes, 3)).rejects.toThrow(importMessages.encoding(4));
});

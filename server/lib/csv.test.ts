import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test("cells are separated by semicolons and every text is quoted", () => {
  expect(csvLine(["Lin ; coton", 'dit "brut"', "deux\nlignes", 12, null, "simple"])).toBe(
    '"Lin ; coton";"dit ""brut""";"deux\nlignes";12;;"simple"\r\n',
  );
});

test.each(["=1+1", "+33 6", "-2", "@SUM(A1)", "\t=1", "  =1", "\ttabbed", "＝1", "＋1", "－1", "＠A1"])(
  "a cell that begins like %j is no formula",
  (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
  },
);

test.each(["x,=1+1", "x\t=1+1", "a,b"])(
  "the text %j stays one cell where commas or tabs separate",
  (text) => {
    expect(csvLine([text])).toBe(`"${text}"\r\n`);
  },
);

test.each([
  "0612345678",
  "06 12 34 56 78",
  "01000",
  "10-12",
  "1/2",
  "3.4",
  "1,50",
  "(12)",
  "14:30",
  "14h30",
  "1e5",
  "123456789012",
  "10 mars",
  "Janvier 2024",
  "12 déc. 2024",
  "2024-01-01",
  "50,00 €",
])("the text %j is shown as it was typed", (text) => {
  expect(csvLine([text])).toBe(`"=""${text}"""\r\n`);
});

test.each(["0", "42", "12345678901", "40 %", "12 rue de Paris", "Lot 10-12", "mars", "un/deux", "1 2 ans"])(
  "the text %j needs no protection",
  (text) => {
    expect(csvLine([text])).toBe(`"${text}"\r\n`);
  },
);

test("a time is a date for spreadsheets, in Europe/Paris", () => {
  expect(csvLine([new Date("2026-01-31T23:30:00Z")])).toBe('"01/02/2026 00:30"\r\n');
});

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

test.each(["x,=1+1", "x\t=1+1", "a,b"])("%j stays one cell where commas or tabs separate", (text) => {
  expect(csvLine([text])).toBe(`"${text}"\r\n`);
});

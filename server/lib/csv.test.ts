import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test("cells are separated by semicolons and quoted where they need it", () => {
  expect(csvLine(["Lin ; coton", 'dit "brut"', "deux\nlignes", 12, null, "simple"])).toBe(
    '"Lin ; coton";"dit ""brut""";"deux\nlignes";12;;simple\r\n',
  );
});

test.each(["=1+1", "+33 6", "-2", "@SUM(A1)", "\t=1", "  =1", "\ttabbed", "＝1", "＋1", "－1", "＠A1"])(
  "a cell that begins like %j is no formula",
  (text) => {
    expect(csvLine([text])).toBe(`'${text}\r\n`);
  },
);

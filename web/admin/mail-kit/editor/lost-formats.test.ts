import { expect, test } from "vitest";
import { type Format, lostFormats } from "./lost-formats.ts";

const format = (tag: string, styles: string[] = [], attributes: string[] = []): Format => ({
  tag,
  styles,
  attributes,
});

test("formats that are empty or have an equivalent notation are not reported as lost", () => {
  const written = ["b", "i", "del", "div", "span", "br"].map((tag) => format(tag));
  expect(lostFormats(written, [format("strong"), format("em"), format("s"), format("p")])).toEqual([]);
});

test("lost tables, lines, styles and attributes are named once each", () => {
  const written = [
    format("table", ["width"]),
    format("tr"),
    format("td", ["padding"]),
    format("hr"),
    format("hr"),
    format("p", ["padding-left"]),
    format("img", [], ["width"]),
  ];
  expect(lostFormats(written, [format("p"), format("img")])).toEqual([
    "tableaux",
    "lignes de séparation",
    "style padding-left",
    "attribut width",
  ]);
});

test("a format that occurs twice and is kept once is reported as lost", () => {
  expect(lostFormats([format("sub"), format("sub")], [format("sub")])).toEqual(["balises <sub>"]);
});

test("a tag named constructor is reported by its name", () => {
  expect(lostFormats([format("constructor")], [])).toEqual(["balises <constructor>"]);
});

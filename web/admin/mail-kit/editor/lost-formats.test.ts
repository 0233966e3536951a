import { expect, test } from "vitest";
import { type Format, lostFormats } from "./lost-formats.ts";

const format = (tag: string, styles: string[] = [], attributes: string[] = []): Format => ({
  tag,
  styles,
  attributes,
});

test("formats that are only written differently or empty are not reported", () => {
  const written = ["b", "i", "del", "div", "span", "br"].map((tag) => format(tag));
  expect(lostFormats(written, [format("strong"), format("em"), format("s"), format("p")])).toEqual([]);
});

test("tables, lines, styles and attributes are named, each once", () => {
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

test("one of two equal formats that is missing is reported", () => {
  expect(lostFormats([format("sub"), format("sub")], [format("sub")])).toEqual(["balises <sub>"]);
});

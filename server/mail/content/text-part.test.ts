import { expect, test } from "vitest";
import { textPartOf } from "./text-part.ts";

test.each([
  ["<h1>La bêta ouvre</h1><p>Bonjour</p>", "La bêta ouvre\n=============\n\nBonjour"],
  ["<p>a</p><h2>Pour {{firstName}}</h2><p>b</p>", "a\n\nPour {{firstName}}\n-----------\n\nb"],
  ["<h3>Titre</h3><p>a</p>", "Titre\n\na"],
  [`<h1>${"mot ".repeat(30)}</h1>`, `${"mot ".repeat(30).trim()}\n${"=".repeat(60)}`],
  ["<h1></h1><p>a</p>", "a"],
])("headings are underlined: %s", (html, text) => {
  expect(textPartOf(html)).toBe(text);
});

test.each([
  ["<p>a</p><ul><li><p>un</p></li><li><p>deux</p></li></ul><p>b</p>", "a\n\n - un\n - deux\n\nb"],
  ["<ol><li><p>un</p></li><li><p>deux</p></li></ol>", " 1. un\n 2. deux"],
  [
    "<ul><li><p>un</p><ul><li><p>dedans</p></li></ul></li><li><p>deux</p></li></ul>",
    " - un\n   - dedans\n - deux",
  ],
])("items of a list have no blank lines between them: %s", (html, text) => {
  expect(textPartOf(html)).toBe(text);
});

test.each([
  ['<a href="https://x.example/a">Voir</a>', "Voir (https://x.example/a)"],
  ['<a href="https://x.example/">https://x.example</a>', "https://x.example"],
  ['<a href="https://x.example">x.example</a>', "x.example"],
  ['<a href="mailto:zoe@exemple.fr">zoe@exemple.fr</a>', "zoe@exemple.fr"],
  ['<a href="mailto:zoe@exemple.fr">Écrivez-nous</a>', "Écrivez-nous (zoe@exemple.fr)"],
  [
    '<a href="https://x.example/a"><img src="//:0" alt="Un manteau"></a>',
    "[Un manteau] (https://x.example/a)",
  ],
  ['<a href="https://x.example/a"><img src="//:0" alt=""></a>', "https://x.example/a"],
  ["<a>Voir</a>", "Voir"],
])("writes a link once: %s", (html, text) => {
  expect(textPartOf(`<p>${html}</p>`)).toBe(text);
});

test("writes no runs of blank lines and no trailing spaces", () => {
  const text = textPartOf(
    "<p>a </p><p></p><p><br></p><p><br><br><br></p><blockquote><p>b</p><p>c</p></blockquote>",
  );
  expect(text).toBe("a\n\n> b\n>\n> c");
});

test("does not wrap long lines and writes the cells of a table below each other", () => {
  expect(textPartOf(`<p>${"mot ".repeat(60)}</p>`)).not.toContain("\n");
  expect(textPartOf("<table><tr><td>un</td><td>deux</td></tr></table>")).toBe("un\ndeux");
});

import { expect, test } from "vitest";
import { partsOf } from "./mail-parts.ts";

test("finds each web address once, decoded, and leaves variables and other addresses out", () => {
  const html = `<p><a href="https://a.example/?x=1&amp;y=2">a</a><a class="b" href="https://a.example/?x=1&amp;y=2">b</a>
    <a href="mailto:zoe@exemple.fr">c</a><a href="https://a.example/{{email}}">d</a><a>e</a></p>`;
  expect(partsOf(html).links).toEqual(["https://a.example/?x=1&y=2"]);
});

test.each([
  ['<img src="https://a.example/a.png" alt="Un manteau" />', 0],
  ['<img alt=" Un manteau " src="https://a.example/a.png" />', 0],
  ['<img src="https://a.example/a.png" />', 1],
  ['<img src="https://a.example/a.png" alt="  " />', 1],
  ['<img alt="" src="https://a.example/a.png" title="x" />', 1],
])("counts a picture without a description: %s", (html, withoutText) => {
  expect(partsOf(html).pictures).toEqual({ all: 1, withoutText });
});

test("names links without an address by their texts, each once", () => {
  const html = `<p><a>Voir <b>l’offre</b></a> <a href="https://a.example/">a</a><a></a><a>Voir l’offre</a> &amp;</p>`;
  expect(partsOf(html).linksWithoutTarget).toEqual(["Voir l’offre"]);
});

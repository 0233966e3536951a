import { expect, test } from "vitest";
import { plainTextOf } from "./plain-text.ts";

test("keeps a mail's words and paragraphs, and decodes entities once", () => {
  const html =
    '<h1>Bonjour {{firstName}}</h1><p>Deux &lt;mots&gt; &amp;amp; <b>gras</b><br>ligne</p><p><img src="data:x" alt=""></p><ul><li>un</li></ul>';
  expect(plainTextOf(html)).toBe("Bonjour {{firstName}}\nDeux <mots> &amp; gras\nligne\nun");
});

import { expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import { escapeHtml, fillTemplate } from "#contract/template-variables.ts";
import { filledSite } from "#test/support/filled-site.ts";
import { withPicturesInside } from "./inline-pictures.ts";
import { brandingOf } from "./mail-branding.ts";
import { prepareContent as prepare } from "./prepare-content.ts";
import { sanitizeMailHtml } from "./sanitize-mail-html.ts";

const branding = brandingOf({ ...filledSite, images: {}, revision: "1" }, "https://tenue.example");
const prepareContent = (html: string) => prepare(html, branding);

test.each([
  ["<script>alert(1)</script>", ""],
  ["<p onclick='x()' onmouseover=x>a</p>", "<p>a</p>"],
  ['<a href="javascript:alert(1)">a</a>', "<a>a</a>"],
  ['<a href="JaVaScRiPt&#58;alert(1)">a</a>', "<a>a</a>"],
  ['<a href="data:text/html,x">a</a>', "<a>a</a>"],
  ['<a href="zoe@exemple.fr">a</a>', '<a href="mailto:zoe@exemple.fr">a</a>'],
  ['<a href="www.exemple.fr/a">a</a>', '<a href="https://www.exemple.fr/a">a</a>'],
  ['<a href="tel:+33 1 23 45">a</a>', '<a href="tel:+3312345">a</a>'],
  ["<p>{{<strong>firstName</strong>}}</p>", "<p><strong>{{firstName}}</strong></p>"],
  ["<p>&#123;<!-- x -->{<u>email</u>}&#125;</p>", "<p><u>{{email}}</u></p>"],
  [
    '<a href="https://x.example/?q={{email}}" target="_blank">a</a>',
    '<a href="https://x.example/?q={{email}}">a</a>',
  ],
  ['<img src="javascript:alert(1)">', '<img src="//:0" />'],
  ['<img src="data:image/svg+xml;base64,PHN2Zz4=">', '<img src="//:0" />'],
  ['<img src="//evil.example/x.png">', '<img src="//:0" />'],
  ['<img src="https://x.example/a.png" onerror="x()">', '<img src="https://x.example/a.png" />'],
  ['<p style="color:#ff0000;position:fixed;background-image:url(x)">a</p>', '<p style="color:#ff0000">a</p>'],
  ['<p style="color:expression(alert(1))">a</p>', "<p>a</p>"],
  ['<p class="indent-3 evil">a</p>', '<p class="indent-3">a</p>'],
  [
    '<a class="button evil" href="https://x.example/">a</a>',
    '<a class="button" href="https://x.example/">a</a>',
  ],
  ['<p class="ql-align-center evil">a</p>', '<p style="text-align:center">a</p>'],
  ['<h2 class="ql-align-right" style="color:red">a</h2>', '<h2 style="color:red;text-align:right">a</h2>'],
  [
    '<li class="ql-indent-1 ql-align-justify">a</li>',
    '<li class="ql-indent-1" style="text-align:justify">a</li>',
  ],
  ['<p class="ql-align-center" style="text-align:left">a</p>', '<p style="text-align:left">a</p>'],
  ['<p class="ql-align-expression">a</p>', "<p>a</p>"],
  ["<style>p{color:red}</style><p>a</p>", "<p>a</p>"],
  ['<iframe src="https://x.example"></iframe><form><input></form>', ""],
  ["<svg><script>x</script></svg><math><mi>x</mi></math>", "x"],
  ["<!-- comment --><p>a", "<p>a</p>"],
])("sanitising %s returns %s", (html, expected) => {
  const clean = sanitizeMailHtml(html);
  expect(clean).toBe(expected);
  expect(sanitizeMailHtml(clean), "a second time").toBe(clean);
});

test.each([
  "<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>",
  "<p><strong>a</strong><em>b</em><u>c</u><s>d</s><sub>e</sub><sup>f</sup></p>",
  '<p style="text-align:center;margin-left:3em"><span style="color:#8a3324">a</span></p>',
  '<p><mark style="background-color:#ffe58a">a</mark></p>',
  "<blockquote><p>a</p></blockquote><pre><code>a &lt; b</code></pre>",
  "<ol><li><p>a</p></li></ol><ul><li><p>b</p></li></ul>",
  '<table><tbody><tr><td style="width:50%;padding:8px">a</td></tr></tbody></table>',
])("keeps what the editor writes: %s", (html) => {
  expect(sanitizeMailHtml(html)).toBe(html);
});

test("writes styles inline, in a whole document of limited width", () => {
  const { html } = prepareContent('<h2>Titre</h2><p class="indent-2">a</p><blockquote>b</blockquote>');
  expect(html).toMatch(/^<!DOCTYPE html>/i);
  expect(html).toContain('<html lang="fr">');
  expect(html).toMatch(/<table role="presentation"[^>]*max-width: 600px/);
  expect(html).toMatch(/<h2 style="[^"]*font-size: 24px/);
  expect(html).toMatch(/<p class="indent-2" style="[^"]*margin-left: 64px/);
  expect(html).toMatch(/<blockquote style="[^"]*border-left: 4px solid/);
  expect(html).not.toMatch(/<style|<script|<link/);
});

test("formats of the editor override the default style, and list items have no gaps", () => {
  const { html } = prepareContent(
    '<p style="margin-left:3em;text-align:right">a</p><ul><li><p>b</p></li></ul><h1 style="text-align:center">c</h1>',
  );
  expect(html).toContain('<p style="margin: 0 0 16px; margin-left:3em;text-align:right">a</p>');
  expect(html).toContain('<li style="margin: 0 0 6px"><p style="margin: 0 0 0">b</p></li>');
  expect(html).toMatch(/<h1 style="[^"]*; text-align:center">c<\/h1>/);
});

test("attaches inline pictures, each one once", () => {
  const picture = '<img alt="a" src="data:image/png;base64,iVBORw0KGgo=">';
  const { html, attachments } = prepareContent(
    `${picture}${picture}<p>src="data:image/png;base64,iVBORw0KGgo="</p>`,
  );
  expect(attachments).toMatchObject([{ filename: "image-1.png", contentType: "image/png" }]);
  expect(html.split(`src="cid:${attachments[0]?.cid}"`)).toHaveLength(3);
  expect(html).toContain('<p style="margin: 0 0 16px">src="data:image/png;base64,iVBORw0KGgo="</p>');
});

test("both texts contain the variables, and the text part keeps lists and links", () => {
  const { html, text } = prepareContent(
    '<h1>Bonjour {{ firstName }}</h1><ul><li>un</li></ul><p><a href="https://x.example/">lien</a> {{email}}</p>',
  );
  expect(html).toContain("Bonjour {{ firstName }}");
  expect(text).toContain("Bonjour {{ firstName }}");
  expect(text).toContain(" - un");
  expect(text).toContain("lien (https://x.example/) {{email}}");
});

test("a preview puts attached pictures back into the HTML, and changes no text that only looks like their address", () => {
  const picture = '<img src="data:image/png;base64,iVBORw0KGgo=" />';
  const { html, attachments } = prepareContent(`${picture}<p>cid:${"0".repeat(32)}@mail</p>`);
  const shown = withPicturesInside(html, attachments);
  expect(shown).toContain('src="data:image/png;base64,iVBORw0KGgo="');
  expect(shown).toContain(`cid:${"0".repeat(32)}@mail`);
});

test("pictures beyond the permitted number lose their address, however it is written", () => {
  const pictures = '<img src="&#100;ata:image/png;base64,iVBORw0KGgo=" />'.repeat(limits.mailPicturesMax + 3);
  expect(sanitizeMailHtml(pictures).match(/data:image/g)).toHaveLength(limits.mailPicturesMax);
});

test("variables beyond the permitted number are not filled in, in any spelling", () => {
  const variables = "&#123;&#123;email&#125;&#x7d;".repeat(limits.mailVariablesMax + 3);
  const clean = sanitizeMailHtml(variables);
  expect(clean.match(/\{\{email\}\}/g)).toHaveLength(limits.mailVariablesMax);
  expect(sanitizeMailHtml(clean)).toBe(clean);
  const { html, text } = prepareContent(variables);
  for (const part of [html, text]) expect(part.match(/\{\{email\}\}/g)).toHaveLength(limits.mailVariablesMax);
});

test("a value in an address is encoded in both texts, and a link whose text is its address is written once", () => {
  const { html, text } = prepareContent(
    '<p><a href="https://x.example/?e={{email}}">lien</a> <a href="mailto:{{email}}">{{email}}</a></p>',
  );
  const sly = { name: "", firstName: "", email: 'a+b&"c@exemple.fr', date: "" };
  const filled = fillTemplate(html, sly, escapeHtml);
  expect(filled).toContain('href="https://x.example/?e=a%2Bb%26%22c@exemple.fr"');
  expect(filled).toContain(">a+b&amp;&quot;c@exemple.fr</a>");
  expect(fillTemplate(text, sly)).toBe(
    'lien (https://x.example/?e=a%2Bb%26%22c@exemple.fr) a+b&"c@exemple.fr',
  );
});

test.each([
  ["<p></p>", ">\u00a0</p>"],
  ["<p><br></p>", ">\u00a0</p>"],
  ['<h2 style="text-align:center"></h2>', ">\u00a0</h2>"],
  ["<p>a<br></p>", ">a<br />\u00a0</p>"],
  ["<p>a<br><br></p>", ">a<br /><br />\u00a0</p>"],
  ["<div><br></div>", "<div><br /></div>"],
])("keeps the blank line of %s, which mail clients would collapse", (written, arriving) => {
  const { html, text } = prepareContent(`${written}<p>z</p>`);
  expect(html).toContain(arriving);
  expect(text).not.toContain("\u00a0");
});

test("the editor's empty paragraph after a final list adds no blank line", () => {
  expect(prepareContent("<ul><li>a</li></ul><p></p>").html).not.toContain("\u00a0</p>");
});

test.each([
  ["", 'width="544"'],
  ['width="200"', 'width="200"'],
  ['width="900" height="450"', 'width="544"'],
  ['height="20"', 'height="20"'],
])("a picture of 1,200 pixels with %j gets %s for the width of Outlook", (chosen, expected) => {
  const jpeg = Buffer.from("ffd8ffc0000b080100" + "04b0" + "0101110000ffd9", "hex").toString("base64");
  const { html } = prepareContent(`<img alt="a" src="data:image/jpeg;base64,${jpeg}" ${chosen}>`);
  const [image = ""] = /<img [^>]*alt="a"[^>]*>/.exec(html) ?? [];
  expect(
    image
      .match(/ (?:width|height)="\d+"/g)
      ?.join("")
      .trim(),
  ).toBe(expected);
});

test("the width of a small GIF is read from its data; a web picture without a size gets no width", () => {
  const gif = Buffer.from("GIF89a\x50\x00\x10\x00\x00\x00\x00;", "latin1").toString("base64");
  const { html } = prepareContent(
    `<img src="data:image/gif;base64,${gif}"><img src="https://x.example/a.png">`,
  );
  expect(html).toMatch(/<img width="80" src="cid:/);
  expect(html).toMatch(/<img src="https:\/\/x.example\/a.png" style/);
});

test.each([
  ["<p>Bonjour,</p><p>a</p>", "Bonjour,</p><!-- after greeting --><p"],
  ["<pre>a</pre><p>b</p>", "<!-- after greeting --><pre"],
  ["<pre>a</pre>", "<!-- after greeting --><pre"],
  ["a", "<!-- after greeting -->a"],
])(
  "the additions to the greeting of %s come at the end of a first paragraph, else at the beginning",
  (html, expected) => {
    expect(prepareContent(html).html).toContain(expected);
  },
);

import { compile, type DomNode, type FormatCallback, type HtmlToTextOptions } from "html-to-text";
import { unmarkAddressVariables } from "#contract/template-variables.ts";

/** Writes the address after a link's text, unless both are equal apart from protocol and final slash. */
const link: FormatCallback = (element, walk, builder) => {
  const href = attributeOf(element, "href");
  let text = "";
  builder.pushWordTransform((word) => {
    text += word;
    return word;
  });
  walk(element.children ?? [], builder);
  builder.popWordTransform();
  const address = href.replace(/^(?:mailto|tel):/, "");
  if (address === "" || bare(text) === bare(unmarkAddressVariables(address))) return;
  builder.addInline(text === "" ? address : ` (${address})`, { noWordTransform: true });
};

const bare = (address: string) => address.replace(/^https?:\/\//i, "").replace(/\/$/, "");

/** Writes a picture's alternative text, or nothing. */
const picture: FormatCallback = (element, _walk, builder) => {
  const words = attributeOf(element, "alt").trim();
  if (words !== "") builder.addInline(`[${words}]`);
};

/** Underlines a heading with a line of signs. Variables are not filled in yet, so each counts as a short word. */
const underlined: FormatCallback = (element, walk, builder, { underline }) => {
  let length = 0;
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.pushWordTransform((word) => {
    length += word.replace(/\{\{[^{}]{1,40}\}\}/g, "abcdef").length + 1;
    return word;
  });
  walk(element.children ?? [], builder);
  builder.popWordTransform();
  if (length > 0) {
    builder.addLineBreak();
    builder.addInline(underline.repeat(Math.min(length - 1, longestLine)), { noWordTransform: true });
  }
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const longestLine = 60;

const attributeOf = (element: DomNode, name: string): string => element.attribs?.[name] ?? "";

const heading = (selector: string, underline: string) => ({
  selector,
  format: "underlined",
  options: { underline },
});

const close = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
const apart = { leadingLineBreaks: 2, trailingLineBreaks: 2 };
const bullet = { itemPrefix: " - " };

const options: HtmlToTextOptions = {
  wordwrap: false,
  formatters: { link, picture, underlined },
  selectors: [
    { selector: "img", format: "picture" },
    { selector: "a", format: "link" },
    { selector: "ul", options: { ...bullet, ...apart } },
    // No blank lines: the editor puts a paragraph into every item of a list, and nests lists.
    { selector: "li > p", format: "paragraph", options: close },
    { selector: "li > ul", format: "unorderedList", options: { ...bullet, ...close } },
    { selector: "li > ol", format: "orderedList", options: close },
    { selector: "td", format: "block", options: close },
    { selector: "th", format: "block", options: close },
    { selector: "hr", options: { length: longestLine } },
    heading("h1", "="),
    heading("h2", "-"),
    ...["h3", "h4", "h5", "h6"].map((selector) => ({
      selector,
      options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 1 },
    })),
  ],
};

/** Compiled once, because compiling takes longer than converting a short text. */
const toText = compile(options);

/** Makes the text part, for text clients, watches and filters, from sanitised HTML. Does not wrap lines, because mail programs do. */
export function textPartOf(html: string): string {
  return toText(html)
    .replace(/(?<![ \t])[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();
}

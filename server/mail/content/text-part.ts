import { compile, type DomNode, type FormatCallback, type HtmlToTextOptions } from "html-to-text";
import { unmarkAddressVariables } from "#contract/template-variables.ts";

/** Each link once: not beside a text that equals it, apart from protocol and slashes. */
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

/** A picture's alternative text; empty without one. */
const picture: FormatCallback = (element, _walk, builder) => {
  const words = attributeOf(element, "alt").trim();
  if (words !== "") builder.addInline(`[${words}]`);
};

/** Underlined as one would by hand. Its variables are not filled in yet: each is taken for a short word. */
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
    // The editor puts a paragraph into every item of a list, and a list into a list: they stand close.
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

/** Compiled once: it takes longer than a short text itself. */
const toText = compile(options);

/** The text part for text clients, watches and filters, made from sanitised HTML. Lines are not wrapped: mail programs do it. */
export function textPartOf(html: string): string {
  return toText(html)
    .replace(/(?<![ \t])[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();
}

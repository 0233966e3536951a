import sanitizeHtml from "sanitize-html";
import { limits } from "#contract/limits.ts";
import { linkAddress } from "#contract/link-address.ts";
import { joinVariables, keepPermittedVariables } from "#contract/template-variables.ts";

/** Replaces a forbidden picture source: it never loads anything. */
const inertAddress = "//:0";
const pictureSource = /^(?:https?:\/\/|data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/]+={0,2}$)/i;

const colour = [/^#[0-9a-f]{3,8}$/i, /^(?:rgb|hsl)a?\([\d\s.,%/]{1,40}\)$/i, /^[a-z]{3,30}$/i];
const length = [/^\d{1,4}(?:\.\d{1,3})?(?:px|em|rem|%)$/];

const textStyles = {
  color: colour,
  "background-color": colour,
  "text-align": [/^(?:left|right|center|justify)$/],
  "margin-left": length,
  "padding-left": length,
};
const cellStyles = { width: length, padding: length, "vertical-align": [/^(?:top|middle|bottom)$/] };

/** The indentation classes of the editor and of Quill. */
const indentClasses = Array.from({ length: 8 }, (_, level) => [
  `indent-${level + 1}`,
  `ql-indent-${level + 1}`,
]).flat();

/** The class of a link that is shown as a button. */
export const buttonClass = "button";

/** The alignment class of text from Quill, which becomes a style because mails have no classes. */
const alignClass = /(?:^|\s)ql-align-(center|right|justify)(?:\s|$)/;

const blocks = ["h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "blockquote", "pre", "ol", "ul", "li"];
const inline = [
  "strong",
  "b",
  "em",
  "i",
  "u",
  "s",
  "strike",
  "del",
  "sub",
  "sup",
  "span",
  "mark",
  "code",
  "a",
  "br",
];
const tables = ["table", "thead", "tbody", "tfoot", "tr", "th", "td"];
const cellAttributes = ["style", "align", "valign", "width", "colspan", "rowspan"];

export const mailTags = [...blocks, ...inline, ...tables, "img", "hr"];
export const mailSchemes = ["http", "https", "mailto", "tel"];

const alignedBlocks = Object.fromEntries(blocks.map((tag) => [tag, keepAlignment]));

const options = (): sanitizeHtml.IOptions => ({
  allowedTags: mailTags,
  allowedAttributes: {
    ...Object.fromEntries([...blocks, "span", "mark", "hr"].map((tag) => [tag, ["style"]])),
    a: ["href", "title", "style"],
    img: ["src", "alt", "title", "width", "height"],
    ol: ["start", "type", "style"],
    table: ["style", "align", "width", "role", "border", "cellpadding", "cellspacing"],
    tr: ["style", "align", "valign"],
    th: cellAttributes,
    td: cellAttributes,
  },
  allowedClasses: { ...Object.fromEntries(blocks.map((tag) => [tag, indentClasses])), a: [buttonClass] },
  allowedStyles: {
    "*": textStyles,
    table: { width: length },
    th: cellStyles,
    td: cellStyles,
  },
  allowedSchemes: mailSchemes,
  allowedSchemesByTag: { img: ["http", "https", "data"] },
  allowedSchemesAppliedToAttributes: ["href", "src"],
  disallowedTagsMode: "discard",
  nestingLimit: 100,
  transformTags: { a: checkLink, img: createPictureCheck(), ...alignedBlocks },
});

/** Returns HTML that a mail may contain: the editor's elements and tables for templates only. Idempotent. */
export function sanitizeMailHtml(html: string): string {
  // The schema cannot count variables whose braces are written as entities.
  return keepPermittedVariables(joinVariables(sanitizeHtml(html, options())));
}

function keepAlignment(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const [, align] = alignClass.exec(attribs["class"] ?? "") ?? [];
  if (!align || /text-align/i.test(attribs["style"] ?? "")) return { tagName, attribs };
  const style = [attribs["style"], `text-align:${align}`].filter(Boolean).join(";");
  return { tagName, attribs: { ...attribs, style } };
}

function checkLink(tagName: string, { href = "", ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const target = linkAddress(href);
  return { tagName, attribs: target === null ? attribs : { ...attribs, href: target } };
}

/** Counts pictures again, because the schema cannot see addresses that are written as entities. */
function createPictureCheck() {
  let inside = 0;
  return (tagName: string, { src = "", ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
    const source = src.trim();
    if (/^data:/i.test(source)) inside += 1;
    const isAllowed = inside <= limits.mailPicturesMax && pictureSource.test(source);
    return { tagName, attribs: { ...attribs, src: isAllowed ? source : inertAddress } };
  };
}

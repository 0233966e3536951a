import sanitizeHtml from "sanitize-html";
import { buttonStyle } from "./button-style.ts";
import type { MailFace } from "./mail-face.ts";
import { buttonClass, mailSchemes, mailTags } from "./sanitize-mail-html.ts";

const code = "font-family: Consolas, Menlo, Monaco, 'Courier New', monospace; font-size: 14px";

/** Georgia is on every machine, and is what the site's own display face falls back to. */
const display = "font-family: Georgia, 'Times New Roman', serif; font-weight: normal";

/** How each element looks in a mail; clients' own defaults differ. */
const styles: Record<string, string> = {
  p: "margin: 0 0 16px",
  h1: `margin: 0 0 20px; ${display}; font-size: 32px; line-height: 38px; letter-spacing: -0.3px`,
  h2: `margin: 32px 0 12px; ${display}; font-size: 24px; line-height: 30px`,
  h3: "margin: 20px 0 10px; font-size: 20px; line-height: 26px; font-weight: bold",
  h4: "margin: 18px 0 8px; font-size: 18px; line-height: 24px; font-weight: bold",
  h5: "margin: 16px 0 8px; font-size: 16px; line-height: 22px; font-weight: bold",
  h6: "margin: 16px 0 8px; font-size: 14px; line-height: 20px; font-weight: bold",
  ul: "margin: 0 0 16px; padding: 0 0 0 28px",
  ol: "margin: 0 0 16px; padding: 0 0 0 28px",
  li: "margin: 0 0 6px",
  pre: `margin: 0 0 16px; padding: 12px 16px; background-color: #f4f1ec; ${code}; line-height: 20px; white-space: pre-wrap; word-wrap: break-word`,
  code,
  img: "max-width: 100%; height: auto; border: 0",
  mark: "background-color: #ffe58a; color: inherit",
  sub: "font-size: 12px; line-height: 0",
  sup: "font-size: 12px; line-height: 0",
  hr: "margin: 24px 0; border: 0; border-top: 1px solid #d8cfc4",
};

/** What takes the owner's colour. */
const looksIn = ({ color, linkColor }: MailFace): Record<string, string> => ({
  a: `color: ${linkColor}; text-decoration: underline`,
  blockquote: `margin: 24px 0; padding: 8px 0 0 20px; border-left: 4px solid ${color}; ${display}; font-size: 20px; line-height: 28px; font-style: italic; color: #5b524a`,
});

const indentPx = 32;

/**
 * Writes the look of every element into its style attribute, before what was chosen in the editor, which wins. One pass over
 * sanitised HTML: a general CSS inliner takes minutes for a text of the permitted size, and the server would stand still.
 */
export function styleElements(html: string, face: MailFace): string {
  const looks = { ...styles, ...looksIn(face) };
  const styled = sanitizeHtml(html, {
    allowedTags: mailTags,
    allowedAttributes: false,
    allowedSchemes: [...mailSchemes, "data", "cid"],
    parseStyleAttributes: false,
    transformTags: { "*": styleElementBy(looks, buttonStyle(face)) },
  });
  // The editor puts a paragraph into every item of a list, and into a quotation.
  return styled
    .replace(/(<li\b[^<>]*><p style="margin: 0 0 )16px/g, "$10")
    .replace(/(<blockquote\b[^<>]*><p style="margin: 0 0 )16px/g, "$18px");
}

const styleElementBy =
  (looks: Record<string, string>, button: string) =>
  (tagName: string, { style = "", ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
    const level = Number(/\bindent-([1-8])\b/.exec(attribs.class ?? "")?.[1] ?? 0);
    const look = attribs.class === buttonClass ? button : looks[tagName];
    const parts = [look, level > 0 ? `margin-left: ${level * indentPx}px` : "", style];
    const whole = parts.filter(Boolean).join("; ");
    return { tagName, attribs: whole === "" ? attribs : { ...attribs, style: whole } };
  };

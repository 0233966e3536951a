import { createHash } from "node:crypto";
import juice from "juice";
import sanitizeHtml from "sanitize-html";
import { escapeHtml } from "#contract/template-variables.ts";
import { buttonStyle, endOfContent, foot, markGreeting } from "./addition-texts.ts";
import { keepBlankLines, markVariablesInAddresses, withWidth } from "./fit-mail-clients.ts";
import type { InlineAttachment } from "./inline-pictures.ts";
import { type MailBranding, mailInk } from "./mail-branding.ts";
import { buttonClass, mailSchemes, mailTags, sanitizeMailHtml } from "./sanitize-mail-html.ts";
import { textPartOf } from "./text-part.ts";

/** HTML for mail clients (styles inlined, pictures by cid), its plain-text part, and the pictures. Both texts still contain variables. */
export type PreparedContent = { html: string; text: string; attachments: InlineAttachment[] };

const dataSource = /\ssrc="data:(image\/(png|jpe?g|gif|webp));base64,([a-z0-9+/]+={0,2})"/i;

/** Prepares the author's HTML for sending, once for all recipients. */
export function prepareContent(html: string, branding: MailBranding): PreparedContent {
  return prepareSanitised(sanitizeMailHtml(html), branding);
}

export function prepareSanitised(sanitised: string, branding: MailBranding): PreparedContent {
  const { body, attachments } = attachPictures(markVariablesInAddresses(sanitised));
  return {
    html: mailDocument(markGreeting(styleElements(keepBlankLines(body), branding)), branding),
    text: textPartOf(body),
    attachments,
  };
}

/**
 * Turns `data:` pictures into attachments, which all clients show. A repeated picture is attached once. The pattern relies on sanitised
 * HTML: attributes are quoted, and < and > inside them are escaped.
 */
function attachPictures(html: string): { body: string; attachments: InlineAttachment[] } {
  const attachments = new Map<string, InlineAttachment>();
  const attach = (contentType: string, kind: string, content: Buffer) => {
    const cid = `${createHash("sha256").update(content).digest("hex").slice(0, 32)}@mail`;
    const filename = attachments.get(cid)?.filename ?? `image-${attachments.size + 1}.${kind.toLowerCase()}`;
    attachments.set(cid, { cid, filename, contentType: contentType.toLowerCase(), content });
    return ` src="cid:${cid}"`;
  };
  const body = html.replace(/<img\b[^<>]*>/gi, (image) => {
    const [source = "", contentType = "", kind = "", encoded = ""] = dataSource.exec(image) ?? [];
    if (source === "") return withWidth(image, null);
    const content = Buffer.from(encoded, "base64");
    return withWidth(image.replace(source, attach(contentType, kind, content)), content);
  });
  return { body, attachments: [...attachments.values()] };
}

/**
 * Makes the document of a mail around its styled text, with the owner's branding. Styles are in attributes, because Gmail drops style
 * elements and Outlook uses Word's layout. A table of 600 px limits the width, because Outlook ignores `max-width`. The colour scheme is
 * light, because authors choose colours for a white background.
 */
function mailDocument(body: string, branding: MailBranding): string {
  const { before, after } = frame;
  return (
    before.replace(headPlace, () => headOf(branding)).replaceAll(anyColor, branding.color) + body + after
  );
}

/** A placeholder for the owner's colour in the frame, whose styles are inlined only once. */
const anyColor = "#facade";
const headPlace = "<!-- head -->";
const bodyPlace = "<!-- body -->";
const serif = "Georgia, 'Times New Roman', serif";

const skeleton = `<!DOCTYPE html>
<html lang="fr">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title></title>
</head>
<body>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f6efe4"><tr><td align="center" class="margin">
<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="head" align="left">${headPlace}</td></tr>
<tr><td class="band" height="6" bgcolor="${anyColor}">&nbsp;</td></tr>
<tr><td class="content" align="left" bgcolor="#ffffff">
${bodyPlace}${endOfContent}
</td></tr>
<tr><td class="foot" align="left">
${foot}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>`;

/** The styles of the frame; `styleElements` writes the styles of the content. */
const frameStyles = `
body { margin: 0; padding: 0; background-color: #f6efe4; color-scheme: light; }
.page { width: 100%; border-collapse: collapse; background-color: #f6efe4; }
.margin { padding: 20px 8px; }
.sheet { width: 100%; max-width: 600px; border-collapse: collapse; }
.head { padding: 4px 28px 16px; }
.band { height: 6px; font-size: 0; line-height: 6px; background-color: ${anyColor}; }
.content { padding: 36px 28px 24px; background-color: #ffffff; font-family: -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 16px; line-height: 25px; color: ${mailInk}; text-align: left; word-break: break-word; overflow-wrap: anywhere; }
.foot { padding: 24px 28px 28px; font-family: -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 13px; line-height: 20px; color: #5b524a; text-align: left; }
`;

/** The styles are inlined: Gmail drops style elements of long mails, Outlook supports few selectors. */
const [before = "", after = ""] = juice.inlineContent(skeleton, frameStyles).split(bodyPlace);
const frame = { before, after };

const markStyle = `font-family: ${serif}; font-size: 28px; line-height: 36px; letter-spacing: -0.3px; color: ${mailInk}; text-decoration: none`;
/** A dark logo needs a light background. Clients with a dark mode do not darken a background picture. */
const logoGround =
  "padding: 8px 12px; border-radius: 4px; background-color: #fcf8f0; background-image: linear-gradient(#fcf8f0, #fcf8f0)";

/**
 * Returns the logo, or the owner's name styled like a logo. The logo's text alternative looks the same, because many clients block
 * pictures at first. The picture has no width, which would cut the name off.
 */
function headOf({ name, logo, siteUrl }: MailBranding): string {
  const link = (inner: string) => `<a href="${literal(siteUrl)}" style="${markStyle}">${inner}</a>`;
  if (!logo) return link(literal(name));
  const { address, height } = logo;
  const image = `<img src="${literal(address)}" alt="${literal(name)}" height="${height}" style="display: block; height: ${height}px; width: auto; border: 0; ${markStyle}; font-size: 22px; line-height: 28px">`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="${logoGround}" bgcolor="#fcf8f0">${link(image)}</td></tr></table>`;
}

/** Escapes braces in the owner's texts, so that they are not filled in later as variables. */
function literal(text: string): string {
  return escapeHtml(text).replaceAll("{", "&#123;");
}

const code = "font-family: Consolas, Menlo, Monaco, 'Courier New', monospace; font-size: 14px";

/** Georgia is installed almost everywhere and is the fallback of the site's display font. */
const display = "font-family: Georgia, 'Times New Roman', serif; font-weight: normal";

/** The style of each element in a mail, because the defaults of clients differ. */
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

/** The styles of elements in the owner's colour. */
const looksIn = ({ color, linkColor }: MailBranding): Record<string, string> => ({
  a: `color: ${linkColor}; text-decoration: underline`,
  blockquote: `margin: 24px 0; padding: 8px 0 0 20px; border-left: 4px solid ${color}; ${display}; font-size: 20px; line-height: 28px; font-style: italic; color: #5b524a`,
});

const indentPx = 32;

/**
 * Writes the style of every element into its style attribute, before the author's style, which wins. It is one pass over sanitised
 * HTML, because a general CSS inliner takes minutes for a text of the permitted size.
 */
function styleElements(html: string, branding: MailBranding): string {
  const looks = { ...styles, ...looksIn(branding) };
  const styled = sanitizeHtml(html, {
    allowedTags: mailTags,
    allowedAttributes: false,
    allowedSchemes: [...mailSchemes, "data", "cid"],
    parseStyleAttributes: false,
    transformTags: { "*": styleElementBy(looks, buttonStyle(branding)) },
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

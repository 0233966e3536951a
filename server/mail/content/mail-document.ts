import juice from "juice";
import { escapeHtml } from "#contract/template-variables.ts";
import { endOfContent, foot } from "./end-of-content.ts";
import { type MailFace, mailInk } from "./mail-face.ts";

/**
 * The document of a mail around its styled text, in the owner's branding. Styles are in attributes, because Gmail drops style elements
 * and Outlook lays out with Word; a table of 600 px, because Outlook ignores `max-width`; the light scheme, because authors choose colours
 * against white.
 */
export function mailDocument(body: string, face: MailFace): string {
  const { before, after } = frame;
  return before.replace(headPlace, () => headOf(face)).replaceAll(anyColor, face.color) + body + after;
}

/** Stands for the owner's colour in what is inlined once for all of them. */
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

/** The look of the frame; that of what stands in it is written by `styleElements`. */
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

/** Inlined: Gmail drops style elements of long mails, Outlook knows few selectors. */
const [before = "", after = ""] = juice.inlineContent(skeleton, frameStyles).split(bodyPlace);
const frame = { before, after };

const markStyle = `font-family: ${serif}; font-size: 28px; line-height: 36px; letter-spacing: -0.3px; color: ${mailInk}; text-decoration: none`;
/** A picture as ground is what clients leave alone that darken colours: a dark logo stays on something light. */
const logoGround =
  "padding: 8px 12px; border-radius: 4px; background-color: #fcf8f0; background-image: linear-gradient(#fcf8f0, #fcf8f0)";

/**
 * The logo, or the name set as one. Its text alternative looks like the name, for many clients begin by not loading pictures;
 * it has no width, which would cut that name off.
 */
function headOf({ name, logo, siteUrl }: MailFace): string {
  const link = (inner: string) => `<a href="${literal(siteUrl)}" style="${markStyle}">${inner}</a>`;
  if (!logo) return link(literal(name));
  const { address, height } = logo;
  const image = `<img src="${literal(address)}" alt="${literal(name)}" height="${height}" style="display: block; height: ${height}px; width: auto; border: 0; ${markStyle}; font-size: 22px; line-height: 28px">`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="${logoGround}" bgcolor="#fcf8f0">${link(image)}</td></tr></table>`;
}

/** Variables are filled in later: braces in what the owner is called are none of theirs. */
function literal(text: string): string {
  return escapeHtml(text).replaceAll("{", "&#123;");
}

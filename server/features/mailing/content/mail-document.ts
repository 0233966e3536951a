import juice from "juice";
import { endOfContent } from "./end-of-content.ts";

/**
 * The document of a mail around its styled text. What clients do with it, and why it is made like this:
 * docs/decisions/0010-mail-html.md.
 */
export function mailDocument(body: string): string {
  return before + body + endOfContent + after;
}

function frame(body: string): string {
  return `<!DOCTYPE html>
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
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" class="margin">
<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="content" align="left">
${body}
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>`;
}

/** The look of the frame; that of what stands in it is written by `styleElements`. */
const frameStyles = `
body { margin: 0; padding: 0; background-color: #ffffff; }
.page { width: 100%; border-collapse: collapse; background-color: #ffffff; }
.margin { padding: 24px 16px; }
.sheet { width: 100%; max-width: 600px; border-collapse: collapse; }
.content { font-family: -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 16px; line-height: 24px; color: #1f1b18; text-align: left; }
`;

const place = "<!-- content -->";
/** Inlined: Gmail drops style elements of long mails, Outlook knows few selectors. */
const [before = "", after = ""] = juice.inlineContent(frame(place), frameStyles).split(place);

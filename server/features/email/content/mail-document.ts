/**
 * The frame of every mail and how its text looks. What clients do with it, and why it is made like this:
 * docs/decisions/0010-mail-html.md.
 */
export function mailDocument(body: string): string {
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

const indents = Array.from({ length: 8 }, (_, index) => {
  const level = index + 1;
  return `.content .indent-${level}, .content .ql-indent-${level} { margin-left: ${level * 32}px; }`;
}).join("\n");

/** Inlined into the document: Gmail drops style elements of long mails, Outlook knows few selectors. */
export const mailStyles = `
body { margin: 0; padding: 0; background-color: #ffffff; }
.page { width: 100%; border-collapse: collapse; background-color: #ffffff; }
.margin { padding: 24px 16px; }
.sheet { width: 100%; max-width: 600px; border-collapse: collapse; }
.content { font-family: -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 16px; line-height: 24px; color: #1f1b18; text-align: left; }
.content p { margin: 0 0 16px; }
.content h1 { margin: 0 0 16px; font-size: 28px; line-height: 34px; font-weight: bold; }
.content h2 { margin: 24px 0 12px; font-size: 24px; line-height: 30px; font-weight: bold; }
.content h3 { margin: 20px 0 10px; font-size: 20px; line-height: 26px; font-weight: bold; }
.content h4 { margin: 18px 0 8px; font-size: 18px; line-height: 24px; font-weight: bold; }
.content h5 { margin: 16px 0 8px; font-size: 16px; line-height: 22px; font-weight: bold; }
.content h6 { margin: 16px 0 8px; font-size: 14px; line-height: 20px; font-weight: bold; }
.content ul, .content ol { margin: 0 0 16px; padding: 0 0 0 28px; }
.content li { margin: 0 0 6px; }
.content li p { margin: 0; }
.content blockquote { margin: 0 0 16px; padding: 4px 0 4px 16px; border-left: 4px solid #d8cfc4; color: #5b524a; }
.content pre { margin: 0 0 16px; padding: 12px 16px; background-color: #f4f1ec; font-family: Consolas, Menlo, Monaco, 'Courier New', monospace; font-size: 14px; line-height: 20px; white-space: pre-wrap; word-wrap: break-word; }
.content code { font-family: Consolas, Menlo, Monaco, 'Courier New', monospace; font-size: 14px; }
.content a { color: #8a3324; text-decoration: underline; }
.content img { max-width: 100%; height: auto; border: 0; }
.content mark { background-color: #ffe58a; color: inherit; }
.content sub, .content sup { font-size: 12px; line-height: 0; }
.content hr { margin: 24px 0; border: 0; border-top: 1px solid #d8cfc4; }
${indents}
`;

const textOnly = /<(title|option|textarea|script|style)\b[\s\S]*?<\/\1>/;
const parts = new RegExp(`${textOnly.source}|>[^<]+`, "g");

/** Browsers end a line after a hyphen: in the texts of the HTML "e-mail" becomes one word. */
export function keepWordsWhole(html: string): string {
  return html.replace(parts, (part) =>
    part.startsWith("<") ? part : part.replace(/\be-mails?\b/gi, '<span class="unbroken">$&</span>'),
  );
}

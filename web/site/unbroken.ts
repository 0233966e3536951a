const textOnly = /^<(title|option|textarea|script|style)\b/;

/** Browsers end a line after a hyphen: in the texts of the HTML "e-mail" becomes one word. */
export function keepWordsWhole(html: string): string {
  /** The name of the element whose text stays as it is. */
  let inside: string | undefined;
  const parts = html.split(/(<[^<>]*>)/).map((part) => {
    if (part === `</${inside}>`) inside = undefined;
    else inside ??= textOnly.exec(part)?.[1];
    return inside || part.startsWith("<")
      ? part
      : part.replace(/\be-mails?\b/gi, '<span class="unbroken">$&</span>');
  });
  return parts.join("");
}

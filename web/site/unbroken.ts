const textOnly = /^<(title|option|textarea|script|style)\b/;

/** Keeps "e-mail" on one line in the texts of the HTML, because browsers can break a line after a hyphen. */
export function keepWordsWhole(html: string): string {
  /** The name of the enclosing element whose text must not change. */
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

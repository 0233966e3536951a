/**
 * Ends what was written in the document of a mail: what the product adds comes after it. Nothing that is written can hold it,
 * for no comment survives the sanitiser.
 */
export const endOfContent = "<!-- end of content -->";

export type MailTexts = { html: string; text: string };

/** Adds to a mail whose variables are filled in, below what was written. */
export function withEndings(mail: MailTexts, endings: readonly MailTexts[]): MailTexts {
  const html = endings.map((ending) => ending.html).join("\n");
  return {
    html: mail.html.replace(endOfContent, () => html),
    text: [mail.text, ...endings.map((ending) => ending.text)].join("\n\n"),
  };
}

/**
 * Where the product adds to a mail: below what was written, on the same sheet, and at the foot of the document. Nothing that is
 * written can hold these places, for no comment survives the sanitiser.
 */
export const endOfContent = "<!-- end of content -->";
export const foot = "<!-- foot -->";

export type MailTexts = { html: string; text: string };
/** What is added to a mail whose variables are filled in. */
export type Ending = MailTexts & { place: "sheet" | "foot" };

export function withEndings(mail: MailTexts, endings: readonly Ending[]): MailTexts {
  const at = (place: Ending["place"]) =>
    endings
      .filter((ending) => ending.place === place)
      .map(({ html }) => html)
      .join("\n");
  return {
    html: mail.html.replace(endOfContent, () => at("sheet")).replace(foot, () => at("foot")),
    text: [mail.text, ...endings.map((ending) => ending.text)].join("\n\n"),
  };
}

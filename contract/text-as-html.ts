import { escapeHtml } from "./template-variables.ts";

/** Plain text as it was typed, for a message: nothing in it is HTML, lines stay lines. */
export function textAsHtml(text: string): string {
  const paragraphs = text
    .replace(/\r\n?/g, "\n")
    .trim()
    .split(/\n{2,}/);
  return paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`).join("\n");
}

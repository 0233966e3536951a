import { escapeHtml } from "./template-variables.ts";

/** Converts typed plain text to the HTML of a message: escapes it and keeps its lines. */
export function textAsHtml(text: string): string {
  const paragraphs = text
    .replace(/\r\n?/g, "\n")
    .trim()
    .split(/\n{2,}/);
  return paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`).join("\n");
}

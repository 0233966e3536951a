const entities: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&amp;": "&",
  "&nbsp;": " ",
};

/**
 * Returns the text of sanitised HTML, one paragraph per line, without pictures and addresses of links. It is one linear pass, so that it
 * may run on the event loop, unlike the text part of a mail (`text-part.ts`).
 */
export function plainTextOf(html: string): string {
  return html
    .replace(/<br\b[^<>]*>|<\/(?:p|h[1-6]|li|blockquote|pre|tr)>/gi, "\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(?:lt|gt|quot|amp|nbsp);/g, (entity) => entities[entity] ?? entity)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

import { escapeHtml } from "#contract/template-variables.ts";

/** Where a message is to hold its personal link; whoever reads the log sees nothing there. */
export const linkPlace = "{{link}}";

/** The message for its recipient alone. */
export function withLink(html: string, link: string): string {
  return html.replaceAll(linkPlace, () => escapeHtml(link));
}

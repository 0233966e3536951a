import type { InlineAttachment } from "./inline-attachment.ts";

/** As a browser shows it, without a mail client: attached pictures are put back into the document. */
export function withPicturesInside(html: string, attachments: readonly InlineAttachment[]): string {
  const sources = new Map(
    attachments.map(({ cid, contentType, content }) => [
      `cid:${cid}`,
      `data:${contentType};base64,${content.toString("base64")}`,
    ]),
  );
  return html.replace(/cid:[^"\s<>]+/g, (source) => sources.get(source) ?? source);
}

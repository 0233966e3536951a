/** A picture that travels with a message; its HTML refers to it by `cid:`. */
export type InlineAttachment = { cid: string; filename: string; contentType: string; content: Buffer };

/** Puts attached pictures back into the HTML, because a browser cannot show `cid:` addresses. */
export function withPicturesInside(html: string, attachments: readonly InlineAttachment[]): string {
  const sources = new Map(
    attachments.map(({ cid, contentType, content }) => [
      `cid:${cid}`,
      `data:${contentType};base64,${content.toString("base64")}`,
    ]),
  );
  return html.replace(/cid:[^"\s<>]+/g, (source) => sources.get(source) ?? source);
}

import { createHash } from "node:crypto";
import { styleElements } from "./element-styles.ts";
import type { InlineAttachment } from "./inline-attachment.ts";
import { mailDocument } from "./mail-document.ts";
import type { MailFace } from "./mail-face.ts";
import { sanitizeMailHtml } from "./sanitize-mail-html.ts";
import { textPartOf } from "./text-part.ts";

/** HTML for mail clients (styles inlined, pictures by cid), its plain-text part, and the pictures. Variables still stand in both texts. */
export type PreparedContent = { html: string; text: string; attachments: InlineAttachment[] };

/** A picture inside sanitised HTML: attributes are quoted there, and < and > inside them are escaped. */
const dataPicture = /(<img\b[^<>]*?\ssrc=")data:(image\/(png|jpe?g|gif|webp));base64,([a-z0-9+/]+={0,2})"/gi;

/** Makes what was written into a mail, once for all its recipients. */
export function prepareContent(html: string, face: MailFace): PreparedContent {
  const { body, attachments } = attachPictures(sanitizeMailHtml(html));
  return {
    html: mailDocument(styleElements(body, face), face),
    text: textPartOf(body),
    attachments,
  };
}

/** Many clients do not show data: addresses; all show pictures that travel along. The same picture travels once. */
function attachPictures(html: string): { body: string; attachments: InlineAttachment[] } {
  const attachments = new Map<string, InlineAttachment>();
  const body = html.replace(
    dataPicture,
    (_match, start: string, contentType: string, kind: string, encoded: string) => {
      const content = Buffer.from(encoded, "base64");
      const cid = `${createHash("sha256").update(content).digest("hex").slice(0, 32)}@mail`;
      const number = attachments.get(cid)?.filename ?? `image-${attachments.size + 1}.${kind.toLowerCase()}`;
      attachments.set(cid, { cid, filename: number, contentType: contentType.toLowerCase(), content });
      return `${start}cid:${cid}"`;
    },
  );
  return { body, attachments: [...attachments.values()] };
}

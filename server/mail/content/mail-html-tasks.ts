import { escapeHtml, fillTemplate, type TemplateValues } from "#contract/template-variables.ts";
import { textAsHtml } from "#contract/text-as-html.ts";
import { withPicturesInside } from "./inline-pictures.ts";
import type { MailFace } from "./mail-face.ts";
import { prepareContent } from "./prepare-content.ts";
import { sanitizeMailHtml } from "./sanitize-mail-html.ts";

/** As a browser shows it. `bytes` is what its HTML weighs as it leaves, where pictures are beside it; some of them say in no words what they show. */
export type ShownMail = { html: string; bytes: number; undescribedPictures: number };

/** The heavy work on the HTML of e-mails; it runs in `mail-html-worker.ts`. */
export const mailHtmlTasks = {
  sanitise: sanitizeMailHtml,
  fromText: textAsHtml,
  prepare: ({ content, face }: { content: string; face: MailFace }) => prepareContent(content, face),
  /** The whole document of a mail, filled in, for a sandboxed frame. */
  show({ content, face, values }: { content: string; face: MailFace; values: TemplateValues }): ShownMail {
    const { html, attachments } = prepareContent(content, face);
    const filled = fillTemplate(html, values, escapeHtml);
    return {
      html: withPicturesInside(filled, attachments),
      bytes: Buffer.byteLength(filled),
      undescribedPictures: countUndescribed(html),
    };
  },
};
export type MailHtmlTasks = typeof mailHtmlTasks;

/** The content comes from the sanitiser: its attributes are quoted. The owner's logo has an alternative text. */
function countUndescribed(html: string): number {
  return (html.match(/<img\b[^<>]*>/g) ?? []).filter((image) => !/\salt="\s*[^"\s]/.test(image)).length;
}

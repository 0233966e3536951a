import { escapeHtml, fillTemplate, type TemplateValues } from "#contract/template-variables.ts";
import { textAsHtml } from "#contract/text-as-html.ts";
import { withPicturesInside } from "./inline-pictures.ts";
import type { MailBranding } from "./mail-branding.ts";
import { type MailParts, partsOf } from "./mail-parts.ts";
import { prepareContent, prepareSanitised } from "./prepare-content.ts";
import { sanitizeMailHtml } from "./sanitize-mail-html.ts";

/** A mail for display in a browser. `bytes` is the size of its HTML when sent, without the attached pictures. */
export type ShownMail = { html: string; bytes: number; parts: MailParts };

/** The heavy work on the HTML of e-mails; it runs in `mail-html-worker.ts`. */
export const mailHtmlTasks = {
  sanitise: sanitizeMailHtml,
  fromText: textAsHtml,
  prepare: ({ content, branding }: { content: string; branding: MailBranding }) =>
    prepareContent(content, branding),
  /** Makes the whole document of a mail, with filled-in variables, for a sandboxed frame. */
  show({
    content,
    branding,
    values,
  }: {
    content: string;
    branding: MailBranding;
    values: TemplateValues;
  }): ShownMail {
    const sanitised = sanitizeMailHtml(content);
    const { html, attachments } = prepareSanitised(sanitised, branding);
    const filled = fillTemplate(html, values, escapeHtml);
    return {
      html: withPicturesInside(filled, attachments),
      bytes: Buffer.byteLength(filled),
      parts: partsOf(sanitised),
    };
  },
};
export type MailHtmlTasks = typeof mailHtmlTasks;

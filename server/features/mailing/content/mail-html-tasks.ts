import { escapeHtml, fillTemplate, type TemplateValues } from "#contract/template-variables.ts";
import { withPicturesInside } from "./pictures-inside.ts";
import { prepareContent } from "./prepare-content.ts";
import { sanitizeMailHtml } from "./sanitize-mail-html.ts";

/** The heavy work on the HTML of e-mails; it runs in `mail-html-worker.ts`. */
export const mailHtmlTasks = {
  sanitise: sanitizeMailHtml,
  prepare: prepareContent,
  /** The whole document of a mail, filled in, for a sandboxed frame. */
  show({ content, values }: { content: string; values: TemplateValues }): string {
    const { html, attachments } = prepareContent(content);
    return withPicturesInside(fillTemplate(html, values, escapeHtml), attachments);
  },
};
export type MailHtmlTasks = typeof mailHtmlTasks;

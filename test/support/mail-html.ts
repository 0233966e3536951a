import type { MailBranding } from "#server/mail/content/mail-branding.ts";
import type { MailHtml } from "#server/mail/content/mail-html.service.ts";
import { mailHtmlTasks } from "#server/mail/content/mail-html-tasks.ts";

/** Makes the HTML of e-mails without threads, because a thread takes 300 ms of processor time to start, and an instance has two. */
export const createMailHtmlInProcess = (branding: () => Promise<MailBranding>): MailHtml => ({
  sanitise: async (content) => mailHtmlTasks.sanitise(content),
  fromText: async (content) => mailHtmlTasks.fromText(content),
  show: async (content, values) => mailHtmlTasks.show({ content, values, branding: await branding() }),
  prepare: async (content, branding) => mailHtmlTasks.prepare({ content, branding }),
  branding,
  close: async () => undefined,
});

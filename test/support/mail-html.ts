import type { MailFace } from "#server/mail/content/mail-face.ts";
import type { MailHtml } from "#server/mail/content/mail-html.service.ts";
import { mailHtmlTasks } from "#server/mail/content/mail-html-tasks.ts";

/** Makes the HTML of e-mails without threads, because a thread takes 300 ms of processor time to start, and an instance has two. */
export const createMailHtmlInProcess = (face: () => Promise<MailFace>): MailHtml => ({
  sanitise: async (content) => mailHtmlTasks.sanitise(content),
  fromText: async (content) => mailHtmlTasks.fromText(content),
  show: async (content, values) => mailHtmlTasks.show({ content, values, face: await face() }),
  prepare: async (content, face) => mailHtmlTasks.prepare({ content, face }),
  face,
  close: async () => undefined,
});

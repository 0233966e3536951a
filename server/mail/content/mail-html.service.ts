import { emailMessages } from "#contract/email.ts";
import type { TemplateValues } from "#contract/template-variables.ts";
import { invalid, unavailable } from "#server/lib/http/errors.ts";
import { createTaskThread, TaskQueueFullError, TaskTooHeavyError } from "#server/lib/task-thread.ts";
import type { MailBranding } from "./mail-branding.ts";
import type { MailHtmlTasks, ShownMail } from "./mail-html-tasks.ts";
import type { PreparedContent } from "./prepare-content.ts";

/** Processes the HTML of e-mails in worker threads, because some texts take seconds. */
export type MailHtml = {
  /** @throws ApiError 400 for `content` when it takes too long */
  sanitise(content: string): Promise<string>;
  /** Converts typed plain text to HTML. @throws ApiError 400 for `content` */
  fromText(content: string): Promise<string>;
  /** Makes the whole document of a mail, with filled-in variables, for a sandboxed frame. @throws ApiError 400 for `content` */
  show(content: string, values: TemplateValues): Promise<ShownMail>;
  /** Prepares content for sending, in a separate thread with a longer time limit. @throws TaskTooHeavyError */
  prepare(content: string, branding: MailBranding): Promise<PreparedContent>;
  /** The current email branding. */
  branding(): Promise<MailBranding>;
  close(): Promise<void>;
};

const requestLimitMs = 10_000;
/** Longer than the limit above, so that accepted content can be sent also under load. */
const deliveryLimitMs = 60_000;

export function createMailHtml({
  branding,
  limitMs = requestLimitMs,
}: {
  branding: () => Promise<MailBranding>;
  limitMs?: number | undefined;
}): MailHtml {
  const requests = createThread({ limitMs, maxWaiting: 20 });
  const delivery = createThread({ limitMs: deliveryLimitMs, maxWaiting: Number.POSITIVE_INFINITY });
  return {
    sanitise: (content) => requests.run("sanitise", content).catch(refuse),
    fromText: (content) => requests.run("fromText", content).catch(refuse),
    show: async (content, values) =>
      requests.run("show", { content, values, branding: await branding() }).catch(refuse),
    branding,
    async prepare(content, branding) {
      const { attachments, ...texts } = await delivery.run("prepare", { content, branding });
      return { ...texts, attachments: attachments.map(withBuffer) };
    },
    async close() {
      await Promise.all([requests.close(), delivery.close()]);
    },
  };
}

function createThread(limits: { limitMs: number; maxWaiting: number }) {
  // The entry is beside this file in the sources, and beside the bundle after a build.
  const entry = import.meta.url.endsWith(".ts") ? "./mail-html-worker.ts" : "./mail-html-worker.js";
  return createTaskThread<MailHtmlTasks>({
    ...limits,
    entry: new URL(entry, import.meta.url),
    memoryMb: 512,
  });
}

function refuse(error: unknown): never {
  if (error instanceof TaskTooHeavyError) throw invalid({ content: emailMessages.contentTooHeavy });
  if (error instanceof TaskQueueFullError) throw unavailable();
  throw error;
}

/** Restores a Buffer, which arrives from the thread as a Uint8Array. */
function withBuffer<Attachment extends { content: Uint8Array }>(attachment: Attachment) {
  const { buffer, byteOffset, byteLength } = attachment.content;
  return { ...attachment, content: Buffer.from(buffer, byteOffset, byteLength) };
}

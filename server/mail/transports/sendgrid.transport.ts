import type sendgrid from "@sendgrid/mail";
import { quoteWords } from "#contract/quoted-words.ts";
import {
  abortable,
  errorText,
  type MailTransport,
  type OutgoingMessage,
  type SendOutcome,
  unreachable,
} from "./transport.ts";

export type SendgridAccount = { key: string; baseUrl: string; timeoutMs?: number };

const usualTimeoutMs = 30_000;
const speaker = "Réponse de SendGrid";

/** The package's types lack the client of each service, which has the options of axios. */
type Service = typeof sendgrid & {
  client: {
    setDefaultHeader(name: string, value: string): void;
    setDefaultRequest(options: object): void;
    request(request: { method: string; url: string }): Promise<unknown>;
  };
};
/** An error of the library: it has a response of the service, or it is a connection error. */
type SendgridError = {
  code?: number | string;
  syscall?: string;
  cause?: { code?: string; syscall?: string };
  response?: { status?: number; body?: { errors?: { message?: string; field?: string | null }[] } | string };
};

/** Imports the package on demand: few installations use it, and its code takes 2 MB. */
async function createService({ key, baseUrl, timeoutMs }: SendgridAccount): Promise<Service> {
  const { default: shared } = await import("@sendgrid/mail");
  // The package exports one shared instance; settings may change, so each transport has its own.
  const service = new (shared.constructor as new () => Service)();
  const { client } = service;
  // Does not use setApiKey(), which would reset the base address and write a warning to the console.
  client.setDefaultHeader("Authorization", `Bearer ${key}`);
  client.setDefaultRequest({
    baseUrl: `${baseUrl.replace(/(?<!\/)\/+$/, "")}/`,
    timeout: timeoutMs ?? usualTimeoutMs,
    maxRedirects: 0,
    proxy: false,
  });
  return service;
}

/** Sends mail by the API of Twilio SendGrid. */
export function createSendgridTransport(account: SendgridAccount): MailTransport {
  let creating: Promise<Service> | undefined;
  const getService = () => {
    creating ??= createService(account);
    return creating;
  };

  return abortable({
    async send(message) {
      const service = await getService();
      try {
        await service.send(mailFrom(message));
        return { type: "sent" };
      } catch (error) {
        return outcomeOf(error as SendgridError);
      }
    },
    async verify() {
      try {
        const { client } = await getService();
        await client.request({ method: "GET", url: "/v3/scopes" });
        return null;
      } catch (error) {
        return reasonOf(error as SendgridError);
      }
    },
    close() {},
  });
}

function mailFrom({
  from,
  to,
  replyTo,
  subject,
  html,
  text,
  attachments,
  headers,
  messageId,
  logId,
}: OutgoingMessage) {
  return {
    from: { email: from.address, name: from.name },
    to: to.name ? { email: to.address, name: to.name } : to.address,
    ...(replyTo !== null && { replyTo }),
    subject,
    text,
    html,
    headers: { ...headers, "Message-ID": `<${messageId}>` },
    customArgs: { emailLogId: logId },
    // Overrides the account's settings: no tracking and unchanged links.
    trackingSettings: {
      clickTracking: { enable: false, enableText: false },
      openTracking: { enable: false },
      subscriptionTracking: { enable: false },
      ganalytics: { enable: false },
    },
    attachments: attachments.map(({ cid, filename, contentType, content }) => ({
      content: content.toString("base64"),
      filename,
      type: contentType,
      disposition: "inline",
      // The package's type has `contentId`, which the package drops; it sends this field unchanged.
      content_id: cid,
    })),
  };
}

function outcomeOf(error: SendgridError): SendOutcome {
  const message = reasonOf(error);
  const status = error.response?.status ?? (typeof error.code === "number" ? error.code : 0);
  if (error.response && status > 0) {
    if (status === 429 || status >= 500) return { type: "deferred", message };
    // Unreachable for a refused key or a wrong base address, because every message would fail alike.
    return status < 400 || [401, 403, 404].includes(status)
      ? unreachable(message)
      : { type: "refused", message };
  }
  return isBeforeSending(error) ? unreachable(message) : { type: "uncertain", message };
}

/** Whether the connection failed before any part of the message left. */
function isBeforeSending({ code, syscall, cause }: SendgridError): boolean {
  const calls = [syscall, cause?.syscall];
  if (calls.includes("connect") || calls.includes("getaddrinfo")) return true;
  return [code, cause?.code].some(
    (word) =>
      typeof word === "string" &&
      /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_|ERR_TLS|ERR_INVALID|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(
        word,
      ),
  );
}

function reasonOf(error: SendgridError): string {
  const body = error.response?.body;
  if (typeof body === "string" && body.trim() !== "") return quoteWords(speaker, body);
  const words = typeof body === "object" ? body.errors?.map(({ message }) => message).join(" ") : undefined;
  return words ? quoteWords(speaker, words) : `SendGrid : ${errorText(error)}`;
}

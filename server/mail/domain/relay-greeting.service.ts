import SMTPConnection from "nodemailer/lib/smtp-connection";
import { connectToAny, HostError, resolveHost } from "#server/mail/transports/connect.ts";
import { smtpReason } from "#server/mail/transports/smtp-outcome.rules.ts";

/**
 * How a relay receives us. `refused`: for a reason that lasts, such as its certificate or its name; `silent`: unknown
 * for now.
 */
export type RelayGreeting = { type: "encrypted" | "plain" } | { type: "refused" | "silent"; reason: string };

export type AskRelay = (server: { host: string; port: number }) => Promise<RelayGreeting>;

const implicitTlsPort = 465;

/** Connects and greets, encrypted whenever the relay offers it, without signing in. */
export function createRelayQuestion({
  privateHosts,
  timeoutMs,
}: {
  privateHosts: readonly string[];
  timeoutMs: number;
}): AskRelay {
  return async ({ host, port }) => {
    try {
      const connection = await connectToAny(await resolveHost(host, privateHosts), { port, timeoutMs });
      const smtp = new SMTPConnection({
        connection,
        host,
        port,
        secure: port === implicitTlsPort,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        tls: { minVersion: "TLSv1.2" },
      });
      return { type: (await greet(smtp)) ? "encrypted" : "plain" };
    } catch (error) {
      return { type: lasts(error) ? "refused" : "silent", reason: smtpReason(error) };
    }
  };
}

/** @returns whether the connection is encrypted */
function greet(smtp: SMTPConnection): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  smtp.once("error", reject);
  smtp.once("end", () => reject(new Error("Connection closed")));
  smtp.connect((error) => (error ? reject(error) : resolve(smtp.secure)));
  return promise.finally(() => {
    smtp.on("error", () => {}); // errors after QUIT do not matter
    smtp.quit();
  });
}

function lasts(error: unknown): boolean {
  if (error instanceof HostError) {
    return (error.cause as NodeJS.ErrnoException | undefined)?.code !== "EAI_AGAIN";
  }
  const { originalCode = "", code = "" } = error as { originalCode?: string; code?: string };
  return code === "ETLS" || /CERT|SIGNED|ALTNAME|UNABLE_TO/.test(`${originalCode} ${code}`);
}

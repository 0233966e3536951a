import { brand } from "#contract/brand.ts";
import type { DomainProbe } from "#contract/email-domain.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { Mail } from "#server/mail/mail.ts";
import { writeMessage } from "#server/mail/sending/messages.service.ts";
import { updateProbe } from "./domain-checks.queries.ts";
import { probeTimes } from "./probe.rules.ts";

type Deps = Pick<AppDependencies, "db" | "now" | "log"> & { mail: Mail };

/** The log entry that a Message-ID of ours begins with. */
const entryOf = (messageId: string) => /^<?([0-9a-f-]{36})@/i.exec(messageId.trim())?.[1] ?? null;

/**
 * For whoever reads the mailbox of bounces: notes what its server wrote on the message of the last check.
 * @returns whether a message is that one, and done with; any other is left alone
 */
export function createProbeReader(db: Db): (source: Buffer) => Promise<boolean> {
  return async (source) => {
    const fields = headerFields(source);
    const logId = entryOf(fields("message-id")[0] ?? "");
    return logId !== null && (await updateProbe(db, logId, { results: fields("authentication-results") }));
  };
}

/** Of a message no more is searched for its header. */
const headerMax = 64 * 1024;

/** The values of a field, unfolded, from the top of the message. Below the header anybody may have written anything. */
function headerFields(source: Buffer): (name: string) => string[] {
  const [header = ""] = source.toString("latin1", 0, headerMax).split(/\r?\n\r?\n/, 1);
  const lines = header.replace(/\r?\n(?=[ \t])/g, "").split(/\r?\n/);
  return (name) =>
    lines
      .filter((line) => line.toLowerCase().startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trim());
}

/**
 * Writes to the mailbox of bounces. Nobody waits for the message to leave: how that ended is noted in the kept check.
 * @returns the message and what sends it; the one before while that is young
 */
export async function prepareProbe(
  { db, now, log, mail }: Deps,
  { to, before }: { to: string; before: DomainProbe | null },
): Promise<{ probe: DomainProbe; send: () => void }> {
  if (before && now().getTime() - Date.parse(before.sentAt) < probeTimes.pauseMs) {
    return { probe: before, send: () => {} };
  }
  const logId = await writeMessage(
    db,
    {
      ...{ recipientEmail: to, recipientName: null, emailType: "test", forAdmins: true },
      subject: `Message d’essai – ${brand.name}`,
      content: `<p>Ce message vérifie que les e-mails de ${brand.name} arrivent. Il n’appelle pas de réponse.</p>`,
    },
    { simulated: false },
  );
  const deliver = async () => {
    const attempt = await mail.deliver(logId, { retry: false });
    if (attempt === null || attempt.type === "sent" || attempt.type === "simulated") return;
    await updateProbe(db, logId, { failure: "message" in attempt ? attempt.message : "il attend encore" });
  };
  return {
    probe: { logId, sentAt: now().toISOString(), failure: null, results: null },
    send: () =>
      void deliver().catch((error) => log.error("the message of a domain check was lost", { error })),
  };
}

import { brand } from "#contract/brand.ts";
import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import type { DomainProbe, DomainVerdict } from "#contract/email-domain.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { Mail } from "#server/mail/mail.ts";
import { writeMessage } from "#server/mail/sending/messages.service.ts";
import { checkRow } from "./check-row.ts";
import { updateProbe } from "./domain.queries.ts";

type Deps = Pick<AppDependencies, "db" | "now" | "log"> & { mail: Mail };

/** Returns the id of the log entry from a Message-ID of Tenue. */
const entryOf = (messageId: string) => /^<?([0-9a-f-]{36})@/i.exec(messageId.trim())?.[1] ?? null;

/**
 * Makes a reader of the bounce mailbox that records the results of its server for the message of the last check.
 * @returns a function that returns whether it was this message
 */
export function createProbeReader(db: Db): (source: Buffer) => Promise<boolean> {
  return async (source) => {
    const fields = headerFields(source);
    const logId = entryOf(fields("message-id")[0] ?? "");
    return logId !== null && (await updateProbe(db, logId, { results: fields("authentication-results") }));
  };
}

/** The search limit for a message's header. */
const headerMax = 64 * 1024;

/** Reads the unfolded values of a header field. Ignores the text below the header, which may be forged. */
function headerFields(source: Buffer): (name: string) => string[] {
  const [header = ""] = source.toString("latin1", 0, headerMax).split(/\r?\n\r?\n/, 1);
  const lines = header.replace(/\r?\n(?=[ \t])/g, "").split(/\r?\n/);
  return (name) =>
    lines
      .filter((line) => line.toLowerCase().startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trim());
}

/**
 * Writes a message to the bounce mailbox. It is sent in the background; the stored check records the result.
 * @returns the message and a function that sends it; the previous message if it is recent
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
      recipientEmail: to,
      recipientName: null,
      emailType: "test",
      forAdmins: true,
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

const probeTimes = {
  /** The mailbox is read every two minutes. After this time without the message something is wrong. */
  lateMs: 20 * 60_000,
  /** At most one probe is sent in this time. */
  pauseMs: 2 * 60_000,
} as const;

export type ProbeState = { probe: DomainProbe | null; hasMailbox: boolean; isSimulation: boolean };

/** The result of the message to the bounce mailbox: the only check from a receiver's side. */
export function checkProbe({ probe, hasMailbox, isSimulation }: ProbeState, now: Date): DomainCheckRow {
  if (!hasMailbox) {
    return checkRow("probe", "unknown", "Aucune boîte de retours n’est réglée, à laquelle s’écrire.", {
      text: "Réglez-la dans les paramètres : le message d’essai qu’elle reçoit montre ce que voient les destinataires.",
      record: null,
    });
  }
  if (isSimulation)
    return checkRow("probe", "unknown", "Le mode simulation n’envoie pas de message d’essai.");
  if (probe === null) return checkRow("probe", "unknown", "Aucun message d’essai n’est encore parti.");
  if (probe.failure !== null) {
    return checkRow("probe", "error", `Le message d’essai n’est pas parti : ${probe.failure}`);
  }
  if (probe.results !== null) return judge(probe.results);
  const isLate = now.getTime() - Date.parse(probe.sentAt) > probeTimes.lateMs;
  return isLate
    ? checkRow("probe", "warn", "Le message d’essai n’est jamais arrivé dans la boîte de retours.", {
        text: "Regardez s’il est dans les indésirables, et si la boîte de retours est bien lue.",
        record: null,
      })
    : checkRow(
        "probe",
        "unknown",
        "Le message d’essai est en route : la boîte de retours est lue toutes les deux minutes.",
      );
}

export type AuthenticationResults = { spf: string | null; dkim: string | null; dmarc: string | null };

/** Reads the results of the receiving server (RFC 8601). Ignores comments and properties. */
export function readAuthenticationResults(text: string): AuthenticationResults {
  const plain = text.replace(/\r?\n[ \t]+/g, " ").replace(/\([^()]*\)/g, " ");
  const of = (method: string) => {
    const results = [...plain.matchAll(new RegExp(`(?:^|;)\\s*${method}(?:/\\d+)?\\s*=\\s*([a-z]+)`, "gi"))];
    const words = results.map(([, word = ""]) => word.toLowerCase());
    return words.includes("pass") ? "pass" : (words[0] ?? null);
  };
  return { spf: of("spf"), dkim: of("dkim"), dmarc: of("dmarc") };
}

function judge([first]: string[]): DomainCheckRow {
  const { spf, dkim, dmarc } = readAuthenticationResults(first ?? "");
  if (spf === null && dkim === null && dmarc === null) {
    return checkRow(
      "probe",
      "unknown",
      "Le message d’essai est arrivé, mais le serveur ne dit pas ce qu’il en pense.",
    );
  }
  const results = Object.entries({ spf, dkim, dmarc }).map(
    ([method, word]) => `${method} : ${word ?? "non vérifié"}`,
  );
  const verdict = verdictOn({ spf, dkim, dmarc });
  return checkRow("probe", verdict, results.join(" · "), verdict === "ok" ? undefined : advice[verdict]);
}

function verdictOn({ spf, dkim, dmarc }: AuthenticationResults): "ok" | "warn" | "error" {
  const isGood = (word: string | null) => word === "pass";
  if (dmarc !== null && !isGood(dmarc)) return "error";
  if (!isGood(spf) && !isGood(dkim)) return "error";
  return isGood(spf) && isGood(dkim) && isGood(dmarc) ? "ok" : "warn";
}

const advice: Record<Extract<DomainVerdict, "warn" | "error">, DomainCheckRow["fix"]> = {
  warn: {
    text: "Il passe, mais une des trois vérifications manque : voyez les lignes au-dessus.",
    record: null,
  },
  error: {
    text: "Tel quel, Gmail et Microsoft refuseraient vos envois : corrigez les lignes au-dessus, puis vérifiez de nouveau.",
    record: null,
  },
};

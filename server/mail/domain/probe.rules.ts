import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import type { DomainProbe, DomainVerdict } from "#contract/email-domain.ts";
import { checkRow } from "./row.ts";

export const probeTimes = {
  /** The mailbox is read every two minutes; after so long something is wrong. */
  lateMs: 20 * 60_000,
  /** Looking again and again sends no more than one message in this time. */
  pauseMs: 2 * 60_000,
} as const;

export type ProbeState = { probe: DomainProbe | null; hasMailbox: boolean; isSimulation: boolean };

/** What became of the message to the mailbox of bounces: the only row that has seen mail as its receivers do. */
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

/** The verdicts of the server that received it (RFC 8601). Comments and properties are left aside. */
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
  const told = Object.entries({ spf, dkim, dmarc }).map(
    ([method, word]) => `${method} : ${word ?? "non vérifié"}`,
  );
  const verdict = verdictOn({ spf, dkim, dmarc });
  return checkRow("probe", verdict, told.join(" · "), verdict === "ok" ? undefined : advice[verdict]);
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

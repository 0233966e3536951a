import { isIPv6 } from "node:net";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import type { LookUp } from "#server/lib/dns.ts";
import { connectToAny, HostError, isInternalAddress, resolveHost } from "#server/mail/transports/connect.ts";
import { smtpReason } from "#server/mail/transports/smtp-outcome.rules.ts";
import { checkRow, type Sending, type SendingRoute, unanswered } from "./check-row.ts";
import { reverseName } from "./spf-evaluation.rules.ts";

/**
 * The result of connecting to a relay. `refused`: for a lasting reason, such as its certificate or its name. `silent`: no answer for
 * now.
 */
export type RelayGreeting = { type: "encrypted" | "plain" } | { type: "refused" | "silent"; reason: string };

export type AskRelay = (server: { host: string; port: number }) => Promise<RelayGreeting>;

const implicitTlsPort = 465;

/** Connects and sends the greeting, with STARTTLS if the relay offers it, but does not sign in. */
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

const fix = {
  text: "Les messages non remis n’ont nulle part où revenir. Choisissez une adresse de retour qui reçoit du courrier, ou publiez l’enregistrement MX que votre hébergeur de messagerie vous indique.",
  record: null,
};

/** Checks that bounces can be received. @param domain the domain of the bounce address */
export async function checkMx(lookUp: LookUp, domain: string): Promise<DomainCheckRow> {
  const answer = await lookUp(domain, "MX");
  if (answer.type === "unanswered") return unanswered("mx", domain);
  if (answer.type === "found") {
    const isNull = answer.records.every((server) => server === "" || server === ".");
    return isNull
      ? checkRow("mx", "error", `${domain} déclare ne recevoir aucun courrier (MX nul).`, fix)
      : checkRow("mx", "ok", `${domain} : ${answer.records.join(", ")}`);
  }
  const hosts = await Promise.all([lookUp(domain, "A"), lookUp(domain, "AAAA")]);
  if (hosts.some(({ type }) => type === "found")) {
    return checkRow("mx", "warn", `${domain} n’a pas de MX : le courrier va à l’adresse du site.`, fix);
  }
  if (hosts.some(({ type }) => type === "unanswered")) return unanswered("mx", domain);
  return checkRow("mx", "error", `${domain} n’a ni MX ni adresse.`, fix);
}

/** Checks that the relay's address has a name that resolves to this address. @param addresses the relay's, when they are known */
export async function checkPtr(
  lookUp: LookUp,
  { route }: Pick<Sending, "route">,
  addresses: readonly string[],
): Promise<DomainCheckRow> {
  if (route?.provider === "sendgrid") return checkRow("ptr", "ok", "SendGrid s’en charge.");
  const [address] = addresses;
  if (address === undefined) {
    return checkRow("ptr", "unknown", "L’adresse du serveur d’envoi n’est pas connue.");
  }
  if (isInternalAddress(address)) {
    return checkRow(
      "ptr",
      "unknown",
      `${address} est une adresse interne : seule compte celle qu’Internet voit.`,
    );
  }
  const names = await lookUp(reverseName(address), "PTR");
  if (names.type === "unanswered") return unanswered("ptr", address);
  if (names.type === "none") return unnamed(address, `${address} n’a pas de nom.`);
  const name = names.records[0] ?? "";
  const forward = await lookUp(name, isIPv6(address) ? "AAAA" : "A");
  if (forward.type === "unanswered") return unanswered("ptr", name);
  const leadsBack = forward.type === "found" && forward.records.includes(address);
  return leadsBack
    ? checkRow("ptr", "ok", `${address} est ${name}, et inversement.`)
    : unnamed(address, `${address} s’appelle ${name}, qui ne mène pas à cette adresse.`);
}

function unnamed(address: string, found: string): DomainCheckRow {
  return checkRow("ptr", "warn", found, {
    text: `Si ce serveur envoie lui-même, demandez à son hébergeur de donner à ${address} un nom qui y ramène : Gmail refuse les autres.`,
    record: null,
  });
}

/** @param greeting the result of connecting to the relay; null when mail does not leave over SMTP */
export function checkStarttls(route: SendingRoute | null, greeting: RelayGreeting | null): DomainCheckRow {
  if (route?.provider === "sendgrid") return checkRow("starttls", "ok", "SendGrid est appelé en https.");
  if (route?.provider !== "smtp" || greeting === null) {
    return checkRow("starttls", "unknown", "Aucun serveur SMTP n’est réglé.");
  }
  const server = `${route.host}:${route.port}`;
  switch (greeting.type) {
    case "encrypted":
      return checkRow("starttls", "ok", `${server} chiffre, avec un certificat valable.`);
    case "silent":
      return checkRow("starttls", "unknown", greeting.reason);
    case "refused":
      return checkRow("starttls", "error", greeting.reason, {
        text: "Corrigez le nom du serveur dans les paramètres, ou son certificat chez son hébergeur.",
        record: null,
      });
    case "plain":
      return checkRow(
        "starttls",
        route.hasPassword ? "error" : "warn",
        `${server} ne propose pas de chiffrement.`,
        {
          text: "Utilisez le port 587 ou 465 de votre prestataire : en clair, messages et mot de passe se lisent en chemin.",
          record: null,
        },
      );
  }
}

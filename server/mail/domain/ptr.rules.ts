import { isIPv6 } from "node:net";
import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import type { LookUp } from "#server/lib/dns-lookup.ts";
import { isInternalAddress } from "#server/mail/transports/private-addresses.rules.ts";
import { reverseName } from "./reverse-name.ts";
import { checkRow, unanswered } from "./row.ts";
import type { Sending } from "./sending-route.ts";

/** Whether the relay's address has a name that leads back to it. @param addresses of the relay, when they are known */
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

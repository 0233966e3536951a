import type { SendingRoute } from "./sending-route.ts";

/** Relays whose mail leaves from other addresses than the one that takes it, with what they ask their customers to include. */
const includes: [host: RegExp, include: string][] = [
  [/(^|\.)brevo\.com$|(^|\.)sendinblue\.com$/, "spf.brevo.com"],
  [/(^|\.)mailjet\.com$/, "spf.mailjet.com"],
  [/(^|\.)sendgrid\.net$/, "sendgrid.net"],
  [/(^|\.)postmarkapp\.com$/, "spf.mtasv.net"],
  [/(^|\.)mailgun\.org$/, "mailgun.org"],
  [/(^|\.)amazonaws\.com$/, "amazonses.com"],
  [/(^|\.)(gmail|google|googlemail)\.com$/, "_spf.google.com"],
  [/(^|\.)(office365|outlook)\.com$/, "spf.protection.outlook.com"],
  [/(^|\.)ovh\.net$|(^|\.)mail\.ovh\.(net|com)$/, "mx.ovh.com"],
  [/(^|\.)gandi\.net$/, "_mailcust.gandi.net"],
  [/(^|\.)infomaniak\.com$/, "spf.infomaniak.ch"],
  [/(^|\.)ionos\.(fr|com|de)$/, "_spf-eu.ionos.com"],
];

/** What the SPF record of a customer of this relay includes; null for one that is not known. */
export function includeOf(route: SendingRoute | null): string | null {
  if (route === null || route.provider === "php") return null;
  if (route.provider === "sendgrid") return "sendgrid.net";
  const host = route.host.toLowerCase();
  return includes.find(([pattern]) => pattern.test(host))?.[1] ?? null;
}

import { type EmailProvider, providerLabels } from "#contract/email.ts";
import type { MailRoute, TransportChange } from "#contract/notices.schema.ts";

/** What changed, a sentence each. */
export function describeTransportChange({ before, after, credentialsChanged }: TransportChange): string[] {
  const lines: string[] = [];
  if (before.provider !== after.provider) {
    lines.push(`Fournisseur\u00a0: ${label(before.provider)}, puis ${label(after.provider)}.`);
  }
  if (server(before) !== server(after))
    lines.push(`Serveur SMTP\u00a0: ${server(before)}, puis ${server(after)}.`);
  if (before.simulationMode && !after.simulationMode) lines.push("Le mode simulation est coupé.");
  if (credentialsChanged) lines.push("L’identifiant, le mot de passe ou la clé a changé.");
  return lines;
}

const label = (provider: EmailProvider) => providerLabels[provider];

function server({ host, port }: MailRoute): string {
  if (host === null) return "aucun";
  return port === null ? host : `${host}:${port}`;
}

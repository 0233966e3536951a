import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import type { RelayGreeting } from "./relay-greeting.service.ts";
import { checkRow } from "./row.ts";
import type { SendingRoute } from "./sending-route.ts";

/** @param greeting of the relay; null when mail does not leave over SMTP */
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

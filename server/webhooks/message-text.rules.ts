import type { Audience } from "#contract/audience.ts";
import { type WebhookEventType, webhookEventTypes } from "#contract/webhooks.ts";
import type { DeliveredEvent } from "./delivery.rules.ts";

export type NamedPerson = { audience: Audience; firstname: string; name: string };

/** Marks of mentions, links and formats in Slack, Discord and Teams: a name must neither notify a whole channel nor contain a link. */
const markup = /[<>@*_~`|[\]\\:/]|\.(?=\S)/g;

/**
 * One sentence about one event, or a summary of several.
 * @param person for a single event, if names may be shown
 */
export function messageText(
  events: readonly Pick<DeliveredEvent, "type" | "data">[],
  person: NamedPerson | null,
): string {
  const [first] = events;
  if (first && events.length === 1) return describeEvent(first, person);
  const sums = webhookEventTypes.flatMap((type) => {
    const count = events.filter((event) => event.type === type).length;
    return count === 0 ? [] : [`${count} ${(count === 1 ? singulars : plurals)[type]}`];
  });
  return `${sums.join(", ")}.`;
}

/** The body to post, in the form that the host understands. */
export function messageBody(host: string, text: string): string {
  const isDiscord = /(^|\.)discord(app)?\.com$/.test(host);
  return JSON.stringify(isDiscord ? { content: text, allowed_mentions: { parse: [] } } : { text });
}

const singulars: Record<WebhookEventType, string> = {
  "signup.created": "nouvelle inscription",
  "signup.confirmed": "adresse confirmée",
  "signup.approved": "inscription approuvée",
  "signup.rejected": "inscription rejetée",
  "signup.deleted": "inscription supprimée",
  "invitation.sent": "invitation envoyée",
  "invitation.redeemed": "invitation utilisée",
  "campaign.completed": "envoi en masse terminé",
  "webhook.test": "essai",
};

const plurals: Record<WebhookEventType, string> = {
  "signup.created": "nouvelles inscriptions",
  "signup.confirmed": "adresses confirmées",
  "signup.approved": "inscriptions approuvées",
  "signup.rejected": "inscriptions rejetées",
  "signup.deleted": "inscriptions supprimées",
  "invitation.sent": "invitations envoyées",
  "invitation.redeemed": "invitations utilisées",
  "campaign.completed": "envois en masse terminés",
  "webhook.test": "essais",
};

function describeEvent(
  { type, data }: Pick<DeliveredEvent, "type" | "data">,
  person: NamedPerson | null,
): string {
  const isBrand = data.audience === "brand";
  const subject = person ? nameOf(person) : isBrand ? "Une marque" : "Une personne";
  const whose = person ? `\u00a0: ${nameOf(person)}` : isBrand ? " (marque)" : " (utilisateur)";
  switch (type) {
    case "signup.created":
      return `${subject} vient de s’inscrire.`;
    case "signup.confirmed":
      return `${subject} a confirmé son adresse.`;
    case "signup.approved":
      return `Inscription approuvée${whose}.`;
    case "signup.rejected":
      return `Inscription rejetée${whose}.`;
    case "signup.deleted":
      return `Inscription supprimée${whose}.`;
    case "invitation.sent":
      return `Invitation envoyée${whose}.`;
    case "invitation.redeemed":
      return `${subject} a utilisé son invitation.`;
    case "campaign.completed":
      return `Un envoi en masse est terminé\u00a0: ${data.sent} sur ${data.total} messages envoyés.`;
    case "webhook.test":
      return "Essai réussi\u00a0: les événements choisis s’afficheront ici.";
  }
}

function nameOf({ audience, firstname, name }: NamedPerson): string {
  const shown = audience === "brand" ? `${name} (marque)` : `${firstname} ${name}`;
  return shown.replace(markup, " ").replace(/\s+/g, " ").trim();
}

import { brand } from "#contract/brand.ts";
import { escapeHtml } from "#contract/template-variables.ts";
import type { AccountLinkMessage, AppDependencies } from "#server/app-dependencies.ts";
import { sealContent } from "./content/personal-content.ts";
import { insertForSending } from "./log.repository.ts";

type Deps = Pick<AppDependencies, "db" | "config" | "mail">;

const texts = {
  invitation: {
    subject: `Votre accès à l’administration de ${brand.name}`,
    intro: `Vous êtes invité(e) à administrer ${brand.name}. Choisissez votre mot de passe avec ce lien personnel :`,
  },
  lost_password: {
    subject: `Nouveau mot de passe pour l’administration de ${brand.name}`,
    intro: "Choisissez un nouveau mot de passe avec ce lien personnel :",
  },
} as const;

/**
 * Sends administrators their one-time links by e-mail. The link stands encrypted in the log: who reads the log must not be
 * able to use it.
 * @returns a function that says whether the message left
 */
export function createAccountLinkSender({ db, config, mail }: Deps) {
  return async ({ email, purpose, activationLink, expiresAt }: AccountLinkMessage): Promise<boolean> => {
    if ((await mail.settings()).simulationMode) return false;
    const { subject, intro } = texts[purpose];
    const until = expiresAt.toLocaleString("fr-FR", {
      timeZone: "Europe/Paris",
      dateStyle: "long",
      timeStyle: "short",
    });
    const link = escapeHtml(activationLink);
    const html = `<p>Bonjour,</p><p>${intro}</p><p><a href="${link}">${link}</a></p><p>Il ne sert qu’une fois, jusqu’au ${until}. Si vous n’attendiez pas ce message, ignorez-le.</p>`;
    const id = await insertForSending(db, {
      recipientEmail: email,
      recipientName: null,
      subject,
      content: sealContent(html, config.authSecret),
      emailType: "transactional",
    });
    return (await mail.deliver(id))?.type === "sent";
  };
}

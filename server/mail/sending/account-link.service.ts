import { brand } from "#contract/brand.ts";
import { limits } from "#contract/limits.ts";
import type { SendAccountLink } from "#server/accounts/passwords.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { linkPlace } from "#server/mail/content/personal-link.ts";
import type { Mail } from "../mail.ts";
import { writeLinkMessage } from "./messages.service.ts";

type Deps = Pick<AppDependencies, "db" | "config"> & { mail: Mail };

const texts = {
  invitation: {
    subject: `Votre accès à l’administration de ${brand.name}`,
    intro: `Vous êtes invité(e) à administrer ${brand.name}. Choisissez votre mot de passe avec ce lien personnel :`,
  },
  lost_password: {
    subject: `Nouveau mot de passe pour l’administration de ${brand.name}`,
    intro: "Choisissez un nouveau mot de passe avec ce lien personnel :",
  },
} as const;

const html = (intro: string) =>
  `<p>Bonjour,</p><p>${intro}</p><p><a class="button" href="${linkPlace}">Choisir mon mot de passe</a></p><p>Il ne sert qu’une fois, dans les ${limits.invitationHours} heures qui suivent l’envoi de ce message. Si vous ne l’attendiez pas, ignorez-le.</p>`;

/**
 * Sends administrators their one-time links by e-mail. Each attempt to send creates the link, so that its lifetime begins then and
 * the log never contains it. A mailbox gets a limited number in 24 hours. Further requests write no message, because the earlier links
 * still work.
 * @returns a function that returns whether the message left
 */
export function createAccountLinkSender({ db, config, mail }: Deps): SendAccountLink {
  return async ({ email, ...link }) => {
    if ((await mail.settings()).simulationMode) return false;
    const { subject, intro } = texts[link.purpose];
    const id = await writeLinkMessage(
      { db, config },
      {
        recipientEmail: email,
        subject,
        content: html(intro),
        link,
      },
    );
    return id !== null && (await mail.deliver(id))?.type === "sent";
  };
}

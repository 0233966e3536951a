import { brand } from "#contract/brand.ts";

/** The only reminder before a code ends. `{{code}}` and `{{link}}` are filled in when it is sent. */
export const reminderMail = {
  subject: `Votre invitation à la bêta de ${brand.name} expire bientôt`,
  content: `<p>Bonjour {{firstName}},</p><p>Votre place dans la bêta de ${brand.name} vous attend encore quelques jours. Votre code personnel : <strong>{{code}}</strong></p><p><a class="button" href="{{link}}">Utiliser mon invitation</a></p><p>La page du lien donne la date jusqu’à laquelle il est valable. C’est notre seul rappel.</p>`,
} as const;

import type { TemplateValues } from "#contract/template-variables.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { insertAdditions } from "./addition-texts.ts";
import type { MailHtml } from "./mail-html.service.ts";
import type { MailParts } from "./mail-parts.ts";
import { type Additions, type MessageAdditions, sampleConfirms } from "./message-additions.service.ts";

/** Gmail cuts a message's HTML here and hides the rest, with footer and unsubscribe link, behind a link. */
export const gmailCutBytes = 102_000;

type Parts = Pick<AppDependencies, "now"> & { mail: { html: MailHtml; additions: MessageAdditions } };

/**
 * Returns a mail to a visitor as its recipient will see it, with the footer. `size` is the size of its HTML when sent, in bytes, without
 * the attached pictures. @throws ApiError 400 for `content`
 */
export async function showMail(
  { mail, now }: Parts,
  { content, values, purpose }: { content: string; values: TemplateValues; purpose: Additions["purpose"] },
): Promise<{ html: string; size: number; parts: MailParts }> {
  const consentedAt = purpose === "news" ? now().toISOString() : null;
  const additionTexts = await mail.additions.show({
    purpose,
    recipientHash: "",
    consentedAt,
    confirms: sampleConfirms(purpose),
    toVisitor: true,
  });
  const shown = await mail.html.show(content, values);
  const { html } = insertAdditions({ html: shown.html, text: "" }, additionTexts);
  const size = shown.bytes + Buffer.byteLength(html) - Buffer.byteLength(shown.html);
  return { html, size, parts: shown.parts };
}

/** A sample person for previews. */
export const sampleRecipient = {
  email: "camille.durand@exemple.fr",
  variables: { firstName: "Camille", name: "Durand" },
  referral: { referralLink: "https://exemple.fr/?ami=k7qm3vxp9d", friends: "2" },
  invitation: { code: "K7QM-3VXP-9DTA", link: "https://exemple.fr/i/K7QM-3VXP-9DTA" },
};

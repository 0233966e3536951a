import type { z } from "zod";
import type { EmailPreview, previewEmailSchema } from "#contract/email.schema.ts";
import { fillTemplate, templateValues, unknownVariables } from "#contract/template-variables.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { invalid } from "#server/lib/http/errors.ts";
import type { MailParts } from "#server/mail/content/mail-parts.ts";
import { gmailCutBytes, sampleRecipient, showMail } from "#server/mail/content/shown-mail.service.ts";
import type { Mail } from "#server/mail/mail.ts";
import { variablesOfRecipient } from "#server/mail/sending/messages.service.ts";
import { findRecipient } from "#server/signups/people.service.ts";

/** A mail as its recipient will see it: a person who signed up, or a sample person. */
export async function previewEmail(
  deps: Pick<AppDependencies, "db" | "now"> & { mail: Pick<Mail, "html" | "additions"> },
  { subject, content, recipientEmail, recipientName, purpose }: z.output<typeof previewEmailSchema>,
): Promise<EmailPreview> {
  const recipient =
    recipientEmail === null ? sampleRecipient : await getRecipient(deps.db, recipientEmail, recipientName);
  // Uses a sample link for a real person too, because a preview must not create a code.
  const values = templateValues({ referral: sampleRecipient.referral, ...recipient }, deps.now());
  const { html, size, parts } = await showMail(deps, { content, values, purpose });
  return {
    subject: fillTemplate(subject, values),
    html,
    size,
    warnings: previewWarnings(size, parts),
    recipient: recipient.email,
    unknownVariables: [...new Set([...unknownVariables(subject), ...parts.unknownVariables])],
  };
}

/** @param name undefined requires that the address belongs to a sign-up */
async function getRecipient(db: Db, email: string, name: string | null | undefined) {
  if (name !== undefined) return { email, variables: await variablesOfRecipient(db, email, name) };
  const person = await findRecipient(db, email);
  if (!person) throw invalid({ recipientEmail: "Aucune inscription n’a cette adresse" });
  return { email: person.email, variables: { firstName: person.firstname, name: person.name } };
}

const kilobytes = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 0 });

/** Warnings for the author of a mail. */
function previewWarnings(
  size: number,
  { brokenVariables, linksWithoutTarget, pictures }: MailParts,
): string[] {
  return [
    ...(size >= gmailCutBytes
      ? [
          `Ce message pèse ${kilobytes.format(size / 1_000)} Ko : Gmail coupe ce qui dépasse 102 Ko, le pied de page d’abord. Raccourcissez-le.`,
        ]
      : []),
    ...brokenVariables.map(
      (text) => `« ${text} » n’est pas une variable : ces accolades partiraient telles quelles.`,
    ),
    ...linksWithoutTarget.map((text) => `Le lien « ${text} » n’a pas d’adresse : il ne mène nulle part.`),
    ...(pictures.withoutText > 0 ? [pictureWarning(pictures.withoutText)] : []),
  ];
}

function pictureWarning(count: number): string {
  return count === 1
    ? "Une image n’a pas de texte de remplacement : qui ne la voit pas n’en saura rien."
    : `${count} images n’ont pas de texte de remplacement : qui ne les voit pas n’en saura rien.`;
}

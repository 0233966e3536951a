import type { z } from "zod";
import type { EmailPreview, previewEmailSchema } from "#contract/email.schema.ts";
import { fillTemplate, templateValues, unknownVariables } from "#contract/template-variables.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { sampleRecipient } from "#server/mail/content/sample-recipient.ts";
import { showMail } from "#server/mail/content/shown-mail.service.ts";
import type { Mail } from "#server/mail/mail.ts";
import { variablesOfRecipient } from "#server/mail/sending/messages.service.ts";
import { findRecipient } from "#server/signups/people.service.ts";
import { previewWarnings } from "./preview.rules.ts";

/** A mail as its recipient will see it: for somebody who signed up, or for a sample person. */
export async function previewEmail(
  deps: Pick<AppDependencies, "db" | "now"> & { mail: Pick<Mail, "html" | "additions"> },
  { subject, content, recipientEmail, recipientName, purpose }: z.output<typeof previewEmailSchema>,
): Promise<EmailPreview> {
  const recipient =
    recipientEmail === null ? sampleRecipient : await getRecipient(deps.db, recipientEmail, recipientName);
  const values = templateValues(recipient, deps.now());
  const { html, ...shown } = await showMail(deps, { content, values, purpose });
  return {
    subject: fillTemplate(subject, values),
    html,
    size: shown.size,
    warnings: previewWarnings(shown),
    recipient: recipient.email,
    unknownVariables: unknownVariables(`${subject}\n${content}`),
  };
}

/** @param name undefined: it has to be somebody who signed up */
async function getRecipient(db: Db, email: string, name: string | null | undefined) {
  if (name !== undefined) return { email, variables: await variablesOfRecipient(db, email, name) };
  const person = await findRecipient(db, email);
  if (!person) throw invalid({ recipientEmail: "Aucune inscription n’a cette adresse" });
  return { email: person.email, variables: { firstName: person.firstname, name: person.name } };
}

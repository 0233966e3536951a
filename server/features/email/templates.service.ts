import type { z } from "zod";
import type { EmailTemplate, updateEmailTemplateSchema } from "#contract/email.schema.ts";
import { emailTemplateSchema } from "#contract/email.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import { notFound } from "#server/lib/http/errors.ts";
import { sanitizeMailHtml } from "./content/sanitize-mail-html.ts";
import { findTemplates, type StoredTemplate, updateTemplate } from "./templates.repository.ts";

export async function listTemplates({ db }: Pick<AppDependencies, "db">): Promise<EmailTemplate[]> {
  return (await findTemplates(db)).map(present);
}

export async function saveTemplate(
  { db }: Pick<AppDependencies, "db">,
  { id, ...template }: z.output<typeof updateEmailTemplateSchema> & { id: string },
  actor: string,
): Promise<EmailTemplate> {
  return db.transaction(async (tx) => {
    const saved = await updateTemplate(tx, id, { ...template, content: sanitizeMailHtml(template.content) });
    if (!saved) throw notFound("Ce modèle n’existe pas.");
    await recordEntry(tx, {
      actor,
      action: "email.template_updated",
      subject: id,
      details: { name: saved.name, isActive: saved.isActive },
    });
    return present(saved);
  });
}

function present({ id, event, name, subject, content, isActive, updatedAt }: StoredTemplate): EmailTemplate {
  return emailTemplateSchema.parse({
    ...{ id, event, name, subject, content, isActive },
    updatedAt: updatedAt.toISOString(),
  });
}

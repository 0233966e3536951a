import type { z } from "zod";
import type { EmailTemplate, updateEmailTemplateSchema } from "#contract/email.schema.ts";
import { emailTemplateSchema } from "#contract/email.schema.ts";
import { staleMessage } from "#contract/version.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findLastActor, recordEntry } from "#server/features/journal/journal.service.ts";
import type { MailHtml } from "#server/features/mailing/content/mail-html.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { type ApiError, notFound, stale } from "#server/lib/http/errors.ts";
import { findTemplate, findTemplates, type StoredTemplate, updateTemplate } from "./templates.repository.ts";

export async function listTemplates({ db }: Pick<AppDependencies, "db">): Promise<EmailTemplate[]> {
  return (await findTemplates(db)).map(present);
}

export async function saveTemplate(
  { db, mail }: Pick<AppDependencies, "db"> & { mail: { html: MailHtml } },
  { id, ...template }: z.output<typeof updateEmailTemplateSchema> & { id: string },
  actor: string,
): Promise<EmailTemplate> {
  const content = await mail.html.sanitise(template.content);
  return db.transaction(async (tx) => {
    const saved = await updateTemplate(tx, id, { ...template, content });
    if (!saved) throw await staleTemplate(tx, id, actor);
    await recordEntry(tx, {
      actor,
      action: "email.template_updated",
      subject: id,
      details: { name: saved.name, isActive: saved.isActive },
    });
    return present(saved);
  });
}

/** @throws ApiError 404 when there is no such template */
async function staleTemplate(tx: Db, id: string, actor: string): Promise<ApiError> {
  const current = await findTemplate(tx, id);
  if (!current) throw notFound("Ce modèle n’existe pas.");
  const savedBy = await findLastActor(tx, { action: "email.template_updated", subject: id });
  return stale(present(current), staleMessage(savedBy, actor));
}

function present({ updatedAt, ...template }: StoredTemplate): EmailTemplate {
  return emailTemplateSchema.parse({
    ...template,
    updatedAt: updatedAt.toISOString(),
  });
}

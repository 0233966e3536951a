import type { z } from "zod";
import type {
  createEmailTemplateSchema,
  EmailTemplate,
  TemplateVersion,
  updateEmailTemplateSchema,
} from "#contract/email.schema.ts";
import { emailTemplateSchema } from "#contract/email.schema.ts";
import { emailMessages } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import { staleMessage } from "#contract/version.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findLastActor, recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { type ApiError, conflict, invalid, notFound, stale } from "#server/lib/http/errors.ts";
import type { MailHtml } from "#server/mail/content/mail-html.service.ts";
import { ensureNoInvitationVariables } from "#server/mail/sending/invitation-messages.service.ts";
import {
  countOwnTemplates,
  deleteOwnTemplate,
  findServiceReason,
  findTemplate,
  findTemplates,
  findVersions,
  insertTemplate,
  insertVersion,
  isBuiltInTemplate,
  type StoredTemplate,
  updateServiceReason,
  updateTemplate,
} from "./templates.queries.ts";

export { findServiceReason, findTemplate };

type Deps = Pick<AppDependencies, "db"> & { mail: { html: MailHtml } };

export async function listTemplates({ db }: Pick<AppDependencies, "db">): Promise<EmailTemplate[]> {
  return (await findTemplates(db)).map(present);
}

/** @throws ApiError 409 when the limit of templates is reached */
export async function createTemplate(
  { db, mail }: Deps,
  { name, subject, content: written }: z.output<typeof createEmailTemplateSchema>,
  actor: string,
): Promise<EmailTemplate> {
  const content = await mail.html.sanitise(written);
  return db.transaction(async (tx) => {
    if ((await countOwnTemplates(tx)) >= limits.ownTemplatesMax)
      throw conflict(emailMessages.tooManyTemplates);
    const template = await insertTemplate(tx, { name, subject, content });
    await insertVersion(tx, template, actor);
    const details = { name };
    await recordEntry(tx, { actor, action: "email.template_created", subject: template.id, details });
    return present(template);
  });
}

/** Keeps each save as a version. Restoring a version is a save of its text. */
export async function saveTemplate(
  { db, mail }: Deps,
  { id, ...template }: z.output<typeof updateEmailTemplateSchema> & { id: string },
  actor: string,
): Promise<EmailTemplate> {
  const content = await mail.html.sanitise(template.content);
  return db.transaction(async (tx) => {
    await ensureFitsEvent(tx, id, template);
    const saved = await updateTemplate(tx, id, { ...template, content });
    if (!saved) throw await staleTemplate(tx, id, actor);
    await insertVersion(tx, saved, actor);
    await recordEntry(tx, {
      actor,
      action: "email.template_updated",
      subject: id,
      details: { name: saved.name, isActive: saved.isActive },
    });
    return present(saved);
  });
}

/**
 * Lets every admin send the text of a template as a message of service, for a reason that is stored with each campaign. A later save
 * ends the permission, because it is for this text only.
 * @param reason null withdraws the permission
 * @throws ApiError 404, and 409 when another version was saved meanwhile
 */
export async function allowAsService(
  { db }: Pick<AppDependencies, "db">,
  { id, version, reason }: { id: string; version: number; reason: string | null },
  actor: string,
): Promise<EmailTemplate> {
  return db.transaction(async (tx) => {
    const saved = await updateServiceReason(tx, { id, version, reason });
    if (!saved) throw await staleTemplate(tx, id, actor);
    const action = reason === null ? "email.template_service_withdrawn" : "email.template_service_allowed";
    const details = { name: saved.name, ...(reason !== null && { reason }) };
    await recordEntry(tx, { actor, action, subject: id, details });
    return present(saved);
  });
}

/** @throws ApiError 404, and 409 for a template that the site itself sends */
export async function deleteTemplate(
  { db }: Pick<AppDependencies, "db">,
  id: string,
  actor: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const deleted = await deleteOwnTemplate(tx, id);
    if (!deleted) throw (await isBuiltInTemplate(tx, id)) ? conflict(emailMessages.templateGiven) : gone();
    const details = { name: deleted.name };
    await recordEntry(tx, { actor, action: "email.template_deleted", subject: id, details });
  });
}

/** The versions of a template, newest first. @throws ApiError 404 */
export async function listVersions(
  { db }: Pick<AppDependencies, "db">,
  id: string,
): Promise<TemplateVersion[]> {
  const versions = await findVersions(db, id);
  if (versions.length === 0) throw gone();
  return versions.map(({ templateId: _template, savedAt, ...version }) => ({
    ...version,
    savedAt: savedAt.toISOString(),
  }));
}

/** Refuses another name or a variable of invitations for a built-in template. @throws ApiError 400 */
async function ensureFitsEvent(
  tx: Db,
  id: string,
  { name, ...text }: { name?: string | undefined; subject: string; content: string },
): Promise<void> {
  const stored = await findTemplate(tx, id);
  if (!stored || stored.event === null) return;
  if (name !== undefined && stored.name !== name) throw invalid({ name: emailMessages.templateNameGiven });
  ensureNoInvitationVariables(text);
}

/** @throws ApiError 404 when there is no such template */
async function staleTemplate(tx: Db, id: string, actor: string): Promise<ApiError> {
  const current = await findTemplate(tx, id);
  if (!current) throw gone();
  const savedBy = await findLastActor(tx, { action: "email.template_updated", subject: id });
  return stale(present(current), staleMessage(savedBy, actor));
}

const gone = () => notFound(emailMessages.templateGone);

function present({ updatedAt, serviceReason, serviceVersion, ...template }: StoredTemplate): EmailTemplate {
  return emailTemplateSchema.parse({
    ...template,
    serviceReason: serviceVersion === template.version ? serviceReason : null,
    updatedAt: updatedAt.toISOString(),
  });
}

import type { EmailCheck } from "#contract/email.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { loadBounceSettings } from "#server/mail/settings/delivery-settings.service.ts";
import { MailboxError, type OpenMailbox } from "./mailbox/open-mailbox.ts";

type Deps = Pick<AppDependencies, "db" | "config"> & { openMailbox: OpenMailbox };

/** Longer than any server that works takes: somebody waits for the answer. */
const patienceMs = 20_000;

/** Connects as the settings say and says what is there, without reading anything. */
export async function checkMailbox(deps: Deps, actor: string): Promise<EmailCheck> {
  const { mailbox } = await loadBounceSettings(deps.db, deps.config);
  if (mailbox === null)
    return { ok: false, message: "Indiquez d’abord le serveur IMAP et l’identifiant, puis enregistrez." };
  const check = await look(() => deps.openMailbox(mailbox, AbortSignal.timeout(patienceMs)));
  await recordEntry(deps.db, { actor, action: "email.mailbox_tested", details: { ok: check.ok } });
  return check;
}

async function look(open: () => ReturnType<OpenMailbox>): Promise<EmailCheck> {
  try {
    const mailbox = await open();
    await mailbox.close();
    return { ok: true, message: `Connexion réussie\u00a0: ${counted(mailbox.count)} dans la boîte.` };
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    return { ok: false, message: error.message };
  }
}

const counted = (count: number) =>
  count === 0 ? "aucun message" : `${count} message${count > 1 ? "s" : ""}`;

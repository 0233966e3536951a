import { emailMessages } from "#contract/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import { TaskTooHeavyError } from "#server/lib/task-thread.ts";
import type { MailBranding } from "#server/mail/content/mail-branding.ts";
import type { MailHtml } from "#server/mail/content/mail-html.service.ts";
import type { PersonalLink } from "#server/mail/content/personal-link.ts";
import { withLink } from "#server/mail/content/personal-link.ts";
import type { PreparedContent } from "#server/mail/content/prepare-content.ts";
import { findCampaignContent } from "./campaigns.queries.ts";
import type { LeasedMessage } from "./leased-message.ts";

/** The number of prepared contents to keep: some parallel campaigns and the templates of events. */
const keptContents = 8;

type Content = Pick<LeasedMessage, "content" | "campaignId" | "link">;

/**
 * Makes a function that finds and prepares the content of a message, once per campaign and once for equal texts in a row. Variables are
 * filled in later, per recipient. A personal link is made here, at each attempt.
 * @throws ContentError for a message whose content is gone or cannot be read
 */
export function createContentLoader(
  db: Db,
  makeLink: (link: PersonalLink) => Promise<string | null>,
  mailHtml: Pick<MailHtml, "prepare" | "branding">,
): (message: Content) => Promise<PreparedContent> {
  const kept = new Map<string, Promise<PreparedContent>>();
  let lastBranding: MailBranding | null = null;

  function remember(key: string, make: () => Promise<PreparedContent>): Promise<PreparedContent> {
    const known = kept.get(key);
    const prepared = known ?? make();
    kept.delete(key);
    kept.set(key, prepared);
    // The caller gets the error. The next call tries again, unless the content itself is wrong.
    if (!known) prepared.catch((error) => error instanceof ContentError || kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > keptContents && oldest !== undefined) kept.delete(oldest);
    return prepared;
  }

  /** Returns the present branding, and drops prepared contents with an earlier one. */
  async function currentBranding(): Promise<MailBranding> {
    const branding = await mailHtml.branding();
    if (branding.revision !== lastBranding?.revision) kept.clear();
    lastBranding = branding;
    return branding;
  }

  async function prepare(html: string, branding: MailBranding): Promise<PreparedContent> {
    try {
      return await mailHtml.prepare(html, branding);
    } catch (error) {
      throw error instanceof TaskTooHeavyError ? new ContentError(emailMessages.contentTooHeavy) : error;
    }
  }

  async function personal(
    content: string,
    link: PersonalLink,
    branding: MailBranding,
  ): Promise<PreparedContent> {
    const address = await makeLink(link);
    if (address === null)
      throw new ContentError(
        "Ce lien n’est plus utile : le compte est activé ou supprimé, ou ses accès ont changé depuis la demande.",
      );
    return prepare(withLink(content, address), branding);
  }

  return async ({ content, campaignId, link }) => {
    const branding = await currentBranding();
    if (content !== null) {
      return link ? personal(content, link, branding) : remember(content, () => prepare(content, branding));
    }
    if (campaignId === null) throw new ContentError("Le contenu de ce message manque.");
    return remember(campaignId, async () => {
      const html = await findCampaignContent(db, campaignId);
      if (html === null) throw new ContentError("L’envoi en masse de ce message n’existe plus.");
      return prepare(html, branding);
    });
  };
}

/** The content cannot become a message. The error's message is French and goes to the log entry. */
export class ContentError extends Error {
  override name = "ContentError";
}

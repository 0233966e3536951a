import { openContent } from "#server/features/email/content/personal-content.ts";
import { type PreparedContent, prepareContent } from "#server/features/email/content/prepare-content.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { LeasedMessage } from "./delivery.repository.ts";
import { findCampaignContent } from "./message-content.repository.ts";
import { ContentError } from "./message-sender.ts";

/** Prepared contents that are kept: a few campaigns side by side, and the templates that are sent by themselves. */
const keptContents = 8;

type Content = Pick<LeasedMessage, "content" | "campaignId">;

/**
 * Finds what a message says and makes it ready to send: once per campaign, and once for equal texts in a row. What is left
 * for each recipient is to fill the variables in.
 * @throws ContentError for a message whose content is gone or cannot be read
 */
export function createContentLoader(
  db: Db,
  { authSecret }: { authSecret: string },
): (message: Content) => Promise<PreparedContent> {
  const kept = new Map<string, Promise<PreparedContent>>();

  function remember(key: string, make: () => Promise<PreparedContent>): Promise<PreparedContent> {
    const known = kept.get(key);
    const prepared = known ?? make();
    kept.delete(key);
    kept.set(key, prepared);
    if (!known) prepared.catch(() => kept.delete(key)); // whoever asked for it is told; the next one tries again
    const [oldest] = kept.keys();
    if (kept.size > keptContents && oldest !== undefined) kept.delete(oldest);
    return prepared;
  }

  return async ({ content, campaignId }) => {
    if (content !== null) {
      const html = openContent(content, authSecret);
      if (html === null) throw new ContentError("Le contenu de ce message ne peut plus être déchiffré.");
      return html === content ? remember(html, async () => prepareContent(html)) : prepareContent(html);
    }
    if (campaignId === null) throw new ContentError("Le contenu de ce message manque.");
    return remember(campaignId, async () => {
      const html = await findCampaignContent(db, campaignId);
      if (html === null) throw new ContentError("L’envoi en masse de ce message n’existe plus.");
      return prepareContent(html);
    });
  };
}

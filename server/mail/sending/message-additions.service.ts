import { domainToASCII } from "node:url";
import type { SiteSettings } from "#contract/site.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { confirmationButtons } from "#server/mail/content/confirmation-buttons.ts";
import type { Ending } from "#server/mail/content/end-of-content.ts";
import { footerOf } from "#server/mail/content/footer.ts";
import type { MailFace } from "#server/mail/content/mail-face.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import type { ConfirmationTokens } from "#server/privacy/confirmation-token.ts";
import type { Additions } from "./leased-message.ts";

/** What the product adds to a message: parts below what was written, and headers. */
export type MadeAdditions = { endings: Ending[]; headers: Record<string, string> };

export type MessageAdditions = {
  /** @param senderEmail as the message names it */
  make(message: Additions, senderEmail: string): Promise<MadeAdditions>;
  /** As they look, for whoever is not the recipient: the personal links lead to no address of theirs. */
  show(message: Pick<Additions, "purpose" | "consentedAt" | "confirms" | "toVisitor">): Promise<Ending[]>;
};

export type AdditionsParts = Pick<AppDependencies, "now"> & {
  config: Pick<AppDependencies["config"], "baseUrl">;
  addresses: Addresses;
  confirmationTokens: ConfirmationTokens;
  owner: () => Promise<SiteSettings>;
  face: () => Promise<MailFace>;
};

/** Where personal links would lead; made anew at each attempt. */
type Tokens = { leave: string; confirmation: string };
const nobodys: Tokens = { leave: "", confirmation: "" };

/** Footers, buttons and headers that depend on the recipient. None of it stands in the log. */
export function createMessageAdditions(parts: AdditionsParts): MessageAdditions {
  const { config, addresses, owner, face } = parts;
  const leaveUrl = (token: string) => `${config.baseUrl}/desinscription/${token}`;

  async function endings(
    { purpose, consentedAt, confirms, toVisitor }: Parameters<MessageAdditions["show"]>[0],
    tokens: Tokens,
  ): Promise<Ending[]> {
    if (!toVisitor) return [];
    const since = consentedAt === null ? null : new Date(consentedAt);
    const news = purpose === "news" ? { consentedAt: since, leaveUrl: leaveUrl(tokens.leave) } : null;
    const footer = footerOf(await owner(), { news, dataUrl: `${config.baseUrl}/mes-donnees` });
    if (!confirms) return [footer];
    const confirmUrl = `${config.baseUrl}/confirmation/${tokens.confirmation}`;
    const urls = { confirmUrl, eraseUrl: `${confirmUrl}?action=erase` };
    return [confirmationButtons(urls, await face()), footer];
  }

  return {
    async make(message, senderEmail) {
      if (message.isDraft) return { endings: await endings(message, nobodys), headers: {} };
      const leave = message.purpose === "news" ? await addresses.leaveToken(message.recipientHash) : "";
      return {
        endings: await endings(message, { leave, confirmation: confirmationOf(parts, message) }),
        headers: leave === "" ? {} : newsHeaders(leaveUrl(leave), senderEmail),
      };
    },
    show: (message) => endings(message, nobodys),
  };
}

function confirmationOf(
  { confirmationTokens, now }: AdditionsParts,
  { confirms, recipientHash }: Additions,
): string {
  if (!confirms) return "";
  const { audience, signupId } = confirms;
  return confirmationTokens.sign({ audience, id: signupId, emailHash: recipientHash, issuedAt: now() });
}

/** RFC 8058: one click in the mail program, and no page in between. */
function newsHeaders(leaveUrl: string, senderEmail: string): Record<string, string> {
  const domain = domainToASCII(senderEmail.slice(senderEmail.lastIndexOf("@") + 1));
  return {
    "List-Unsubscribe": `<${leaveUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "List-Id": `<actualites.${domain}>`,
  };
}

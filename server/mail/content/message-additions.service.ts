import { domainToASCII } from "node:url";
import { z } from "zod";
import { type Audience, audiences } from "#contract/audience.ts";
import { type CampaignKind, type DraftPurpose, draftPurposes, type EmailType } from "#contract/email.ts";
import type { SiteSettings } from "#contract/site.ts";
import { type AskedNews, offeredNews } from "#contract/site-pages.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import type { ConfirmationTokens } from "#server/privacy/confirmation-token.ts";
import type { PlaceLinks } from "#server/referrals/place-links.ts";
import { type AdditionText, confirmationButtons, footerOf } from "./addition-texts.ts";
import type { MailBranding } from "./mail-branding.ts";
import type { PersonalLink } from "./personal-link.ts";

/** The input for the footer, links and headers of a message. */
export type Additions = {
  purpose: DraftPurpose;
  recipientHash: string;
  /** The personal link that the text of the message contains as a placeholder. */
  link: PersonalLink | null;
  /** Since when the recipient consents to news, in ISO 8601; null for other messages. */
  consentedAt: string | null;
  /** The sign-up whose address the message asks to confirm; `sample` in previews. */
  confirms: { audience: Audience; signupId: string } | "sample" | null;
  /** Whether the recipient is a visitor of the site, not an admin. */
  toVisitor: boolean;
  /** The invitation that fills in `{{code}}` and `{{link}}`. */
  invitationId: string | null;
  /** The sign-up that the message is about. */
  signupId: string | null;
  /** How many friends the message announces; it leaves only while at least as many count. */
  announcesFriends: number | null;
  /** Whether the message is a test of a draft, which looks real but whose links do nothing. */
  isDraft: boolean;
};

const linkSchema = z.union([
  z.object({
    accountId: z.string(),
    purpose: z.enum(["invitation", "lost_password"]),
    credentialsChangedAt: z.string().nullable().exactOptional(), // missing in messages of 0.2.0
  }),
  z.object({ emailHash: z.string(), purpose: z.literal("my_data") }),
  z.object({ emailHash: z.string(), email: z.string(), purpose: z.literal("new_address") }),
]);

/** The fields of `email_log.variables` beside the names. */
export const additionsSchema = z.object({
  link: linkSchema.optional(),
  consentedAt: z.string().optional(),
  signupId: z.string().optional(),
  confirms: z.enum(audiences).optional(),
  invitationId: z.string().optional(),
  announcesFriends: z.number().optional(),
  forAdmins: z.boolean().optional(),
  shownAs: z.enum(draftPurposes).optional(),
});

type LoggedAdditions = {
  variables: z.output<typeof additionsSchema>;
  purpose: CampaignKind;
  recipientHash: string;
  emailType: EmailType;
};

export function additionsOf({ variables, purpose, recipientHash, emailType }: LoggedAdditions): Additions {
  const { link, consentedAt, confirms, signupId, forAdmins, shownAs, invitationId, announcesFriends } =
    variables;
  const isDraft = shownAs !== undefined;
  return {
    purpose: shownAs ?? purpose,
    recipientHash,
    isDraft,
    link: link ?? null,
    consentedAt: consentedAt ?? null,
    invitationId: invitationId ?? null,
    signupId: signupId ?? null,
    announcesFriends: announcesFriends ?? null,
    confirms: confirms && signupId ? { audience: confirms, signupId } : sampleConfirms(shownAs),
    toVisitor: !(link && "accountId" in link) && !forAdmins && (isDraft || emailType !== "test"),
  };
}

/** A sample for the drafts of messages that ask to confirm the address. */
export const sampleConfirms = (purpose: DraftPurpose | undefined) =>
  purpose === "confirmation" || purpose === "signup" ? "sample" : null;

/** The product's additions to a message: parts below the content, and headers. */
export type MadeAdditions = { additionTexts: AdditionText[]; headers: Record<string, string> };

type ShownAdditions = Pick<Additions, "purpose" | "recipientHash" | "consentedAt" | "confirms" | "toVisitor">;

export type MessageAdditions = {
  /** @param senderEmail the sender's address in the message */
  make(message: Additions, senderEmail: string): Promise<MadeAdditions>;
  /** Makes the additions for a preview, without working personal links. */
  show(message: ShownAdditions): Promise<AdditionText[]>;
};

export type AdditionsParts = Pick<AppDependencies, "now"> & {
  config: Pick<AppDependencies["config"], "baseUrl">;
  addresses: Addresses;
  confirmationTokens: ConfirmationTokens;
  owner: () => Promise<SiteSettings>;
  branding: () => Promise<MailBranding>;
  /** Finds the consent to news that the confirmation page will ask for. Called when the message is made. */
  findAskedNews: (signup: {
    audience: Audience;
    signupId: string;
    emailHash: string;
  }) => Promise<AskedNews | null>;
  placeLinks: PlaceLinks;
};

/** The tokens of personal links, created at each attempt. */
type Tokens = { leave: string; confirmation: string };
const sampleTokens: Tokens = { leave: "", confirmation: "" };
/** A sign-up for previews, whose personal page does not exist. */
const sampleSignup = { audience: "user", id: "00000000-0000-0000-0000-000000000000", emailHash: "" } as const;

/** Only imported people are offered news. */
const sampleNews = (purpose: DraftPurpose) => (purpose === "confirmation" ? offeredNews : null);

/** Makes footers, buttons and headers that depend on the recipient. The log does not contain them. */
export function createMessageAdditions(parts: AdditionsParts): MessageAdditions {
  const { config, addresses, owner, branding, findAskedNews, placeLinks } = parts;
  const leaveUrl = (token: string) => `${config.baseUrl}/desinscription/${token}`;

  async function additionTexts(
    { purpose, recipientHash, consentedAt, confirms, toVisitor }: ShownAdditions,
    tokens: Tokens,
  ): Promise<AdditionText[]> {
    if (!toVisitor) return [];
    const since = consentedAt === null ? null : new Date(consentedAt);
    const news = purpose === "news" ? { consentedAt: since, leaveUrl: leaveUrl(tokens.leave) } : null;
    const footer = footerOf(await owner(), { news, dataUrl: `${config.baseUrl}/mes-donnees` });
    if (!confirms) return [footer];
    const confirmUrl = `${config.baseUrl}/confirmation/${tokens.confirmation}`;
    const isSent = tokens.confirmation !== "" && confirms !== "sample";
    const place = await placeLinks.advertised(
      isSent
        ? { audience: confirms.audience, id: confirms.signupId, emailHash: recipientHash }
        : sampleSignup,
    );
    const links = {
      confirmUrl,
      eraseUrl: `${confirmUrl}?action=erase`,
      place: place && { ...place, href: `${config.baseUrl}${place.href}` },
      askedNews:
        confirms === "sample"
          ? sampleNews(purpose)
          : await findAskedNews({ ...confirms, emailHash: recipientHash }),
    };
    return [...confirmationButtons(links, await branding()), footer];
  }

  return {
    async make(message, senderEmail) {
      if (message.isDraft) return { additionTexts: await additionTexts(message, sampleTokens), headers: {} };
      const leave = message.purpose === "news" ? await addresses.unsubscribeToken(message.recipientHash) : "";
      return {
        additionTexts: await additionTexts(message, { leave, confirmation: confirmationOf(parts, message) }),
        headers: leave === "" ? {} : newsHeaders(leaveUrl(leave), senderEmail),
      };
    },
    show: (message) => additionTexts(message, sampleTokens),
  };
}

function confirmationOf(
  { confirmationTokens, now }: AdditionsParts,
  { confirms, recipientHash }: Additions,
): string {
  if (!confirms || confirms === "sample") return "";
  const { audience, signupId } = confirms;
  return confirmationTokens.sign({ audience, id: signupId, emailHash: recipientHash, issuedAt: now() });
}

/** Headers of RFC 8058: the mail program unsubscribes with one click, without a page. */
function newsHeaders(leaveUrl: string, senderEmail: string): Record<string, string> {
  const domain = domainToASCII(senderEmail.slice(senderEmail.lastIndexOf("@") + 1));
  return {
    "List-Unsubscribe": `<${leaveUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "List-Id": `<actualites.${domain}>`,
  };
}

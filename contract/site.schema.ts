import { z } from "zod";
import { hexColorPattern } from "./color.ts";
import { emailSchema } from "./email-address.schema.ts";
import { limits } from "./limits.ts";
import { siteImageSlots } from "./site.ts";
import { lineSchema } from "./text.schema.ts";
import { startedFrom, versioned } from "./version.schema.ts";
import { waveLimits } from "./waves.ts";
import { websiteAddress } from "./website.ts";

/** Messages about the owner's settings. */
export const siteMessages = {
  required: "Ce champ est requis",
  imageKind: "Choisissez une image PNG, JPEG ou WebP",
  imageSize: "De 16 à 4 000 pixels de côté",
  invalidAddress: "Indiquez une adresse web, par exemple https://www.exemple.fr",
  sentence: "Écrivez la phrase avant d’activer le parrainage",
  friends: `De 1 à ${limits.referralFriendsMax} amies`,
  cap: "De 1 à 1 000 amies",
  days: `De 1 à ${waveLimits.validDays} jours`,
  invalidColor: "Indiquez une couleur, par exemple #bf3013",
} as const;

const line = lineSchema(siteMessages.required, limits.siteLineMax);
const optionalLine = z.union([z.string().trim().length(0), line]);

/** An http or https address, or the empty text. */
const webAddress = z.string(siteMessages.invalidAddress).transform((text, context) => {
  if (text.trim() === "") return "";
  const address = websiteAddress(text);
  if (address !== null) return address;
  context.addIssue({ code: "custom", message: siteMessages.invalidAddress });
  return z.NEVER;
});

/** A partner without a name is not shown. */
const partner = z.strictObject({ name: optionalLine, url: webAddress });

const wholeNumber = (max: number, message: string) => z.int(message).min(1, message).max(max, message);

/** A missing `cap` or `messages` keeps the stored value. */
const referral = z
  .strictObject({
    on: z.boolean(),
    sentence: optionalLine,
    friends: wholeNumber(limits.referralFriendsMax, siteMessages.friends),
    cap: wholeNumber(limits.referralCapMax, siteMessages.cap).exactOptional(),
    messages: z.boolean().exactOptional(),
  })
  .refine(({ on, sentence }) => !on || sentence !== "", {
    path: ["sentence"],
    message: siteMessages.sentence,
  });

/** The owner's details. Optional ones are empty and left out of the site. */
const siteFields = {
  publisher: z.strictObject({
    company: line,
    legalForm: line,
    address: line,
    registration: optionalLine,
    vat: optionalLine,
    director: line,
    phone: line,
    dpo: optionalLine,
  }),
  host: z.strictObject({ company: line, address: line, phone: line, country: optionalLine }),
  mailProvider: z.strictObject({ company: line, country: line }),
  backupStore: z.strictObject({ company: optionalLine, country: optionalLine }),
  bounceMailbox: z.strictObject({ company: optionalLine, country: optionalLine }),
  remotePictures: z.strictObject({ hosts: optionalLine }),
  home: z.strictObject({
    tagline: lineSchema(siteMessages.required, limits.taglineMax),
    claimProof: optionalLine,
  }),
  contact: z.strictObject({
    email: emailSchema(siteMessages.required),
    communityChat: webAddress,
    tiktok: webAddress,
    instagram: webAddress,
  }),
  stores: z.strictObject({ appStore: webAddress, playStore: webAddress }),
  partners: z.strictObject({ followedBy: partner, accompaniedBy: partner }),
  /** When missing, the stored values stay. */
  invitations: z
    .strictObject({
      appUrl: webAddress,
      validDays: wholeNumber(waveLimits.validDays, siteMessages.days),
    })
    .optional(),
  /** When missing, the stored values stay. */
  referral: referral.optional(),
  mail: z.strictObject({
    color: z
      .string(siteMessages.invalidColor)
      .trim()
      .toLowerCase()
      .regex(hexColorPattern, siteMessages.invalidColor),
    footerText: z.union([
      z.string().trim().length(0),
      lineSchema(siteMessages.required, limits.mailFooterMax),
    ]),
  }),
};

export const updateSiteSettingsSchema = z.strictObject({ ...siteFields, ...startedFrom });

export const siteImageParamsSchema = z.object({ slot: z.enum(siteImageSlots) });

const siteImageSchema = z.object({ address: z.string(), width: z.number().int(), height: z.number().int() });

export type UpdateSiteSettings = z.input<typeof updateSiteSettingsSchema>;

const text = z.string();
const partnerRead = z.object({ name: text, url: text });

/** The settings as they are read, placeholders included. `updatedAt` is null until the first save. */
export const siteSettingsSchema = z.object({
  publisher: z.object({
    company: text,
    legalForm: text,
    address: text,
    registration: text,
    vat: text,
    director: text,
    phone: text,
    dpo: text,
  }),
  host: z.object({ company: text, address: text, phone: text, country: text }),
  mailProvider: z.object({ company: text, country: text }),
  backupStore: z.object({ company: text, country: text }),
  bounceMailbox: z.object({ company: text, country: text }),
  remotePictures: z.object({ hosts: text }),
  home: z.object({ tagline: text, claimProof: text }),
  contact: z.object({ email: text, communityChat: text, tiktok: text, instagram: text }),
  stores: z.object({ appStore: text, playStore: text }),
  partners: z.object({ followedBy: partnerRead, accompaniedBy: partnerRead }),
  invitations: z.object({ appUrl: text, validDays: z.int() }),
  referral: z.object({
    on: z.boolean(),
    sentence: text,
    friends: z.int(),
    cap: z.int(),
    messages: z.boolean(),
  }),
  mail: z.object({ color: text, footerText: text }),
  images: z.object({
    followedBy: siteImageSchema.optional(),
    accompaniedBy: siteImageSchema.optional(),
    mailLogo: siteImageSchema.optional(),
  }),
  updatedAt: z.iso.datetime().nullable(),
  ...versioned,
});
export type SiteSettingsResponse = z.infer<typeof siteSettingsSchema>;

import { brand } from "./brand.ts";

/** All facts about the owner in the public site, its legal texts and the footers of mails. */
export type SiteSettings = {
  publisher: {
    company: string;
    legalForm: string;
    address: string;
    registration: string;
    vat: string;
    director: string;
    phone: string;
    /** The data protection officer and how to reach them; empty without one. */
    dpo: string;
  };
  host: { company: string; address: string; phone: string; country: string };
  /** The mail provider as the policy names it, and its location. */
  mailProvider: { company: string; country: string };
  /** The company that stores copies of the backups; empty when unknown or when there are no copies. */
  backupStore: { company: string; country: string };
  /** The company that hosts the bounce mailbox; empty when it is the mail provider. */
  bounceMailbox: { company: string; country: string };
  /** The sites that keep pictures of mails; empty when all pictures are part of their mail. */
  remotePictures: { hosts: string };
  /** `claimProof`: the proof of the tagline's claim. The site does not show it. */
  home: { tagline: string; claimProof: string };
  contact: { email: string; communityChat: string; tiktok: string; instagram: string };
  /** A store's badge without an address is not a link yet. */
  stores: { appStore: string; playStore: string };
  partners: { followedBy: Partner; accompaniedBy: Partner };
  /** `appUrl`: the target of an invitation's page, with `?code=` added; empty when people type the code. `validDays`: a code's life. */
  invitations: { appUrl: string; validDays: number };
  /**
   * While `on` is true, people have a link for their friends. `sentence`: the reward for `friends` confirmed friends.
   * `cap`: how many friends count for the order of waves. `messages`: whether a message announces the first and the decisive friend.
   */
  referral: { on: boolean; sentence: string; friends: number; cap: number; messages: boolean };
  /** Email branding: `color` is `#rrggbb`; the footer's text comes above the legally required lines. */
  mail: { color: string; footerText: string };
};
type Partner = { name: string; url: string };

export const partnerSlots = ["followedBy", "accompaniedBy"] as const;
/** Pictures that the owner may upload. Without a picture a name is shown: the partner's, or the owner's at the top of mails. */
export const siteImageSlots = [...partnerSlots, "mailLogo"] as const;
export type SiteImageSlot = (typeof siteImageSlots)[number];
export const siteImageLabels: Record<SiteImageSlot, string> = {
  followedBy: "Projet suivi par",
  accompaniedBy: "Projet accompagné par",
  mailLogo: "E-mails",
};

/** `address`: the picture's address on this site, which changes with the picture's content. */
export type SiteImage = { address: string; width: number; height: number };

/** The settings from which the public site is rendered. `changedAt` (ISO 8601) is absent until the owner's first save. */
export type PublicSite = SiteSettings & {
  images: Partial<Record<SiteImageSlot, SiteImage>>;
  changedAt?: string;
};

/** The settings until the owner's first save, with placeholders in square brackets. */
export const initialSiteSettings: SiteSettings = {
  publisher: {
    company: "[Raison sociale]",
    legalForm: "[Forme juridique et capital]",
    address: "[Adresse du siège]",
    registration: "[Numéro RCS et ville]",
    vat: "[Numéro de TVA intracommunautaire]",
    director: "[Nom du directeur ou de la directrice de la publication]",
    phone: "[Téléphone]",
    dpo: "",
  },
  host: {
    company: "[Nom de l’hébergeur]",
    address: "[Adresse de l’hébergeur]",
    phone: "[Téléphone de l’hébergeur]",
    country: "",
  },
  mailProvider: { company: "[Prestataire d’e-mails]", country: "[Pays du prestataire d’e-mails]" },
  backupStore: { company: "", country: "" },
  bounceMailbox: { company: "", country: "" },
  remotePictures: { hosts: "" },
  home: { tagline: brand.tagline, claimProof: "" },
  contact: {
    email: "contact@tenue.example",
    communityChat: "https://chat.tenue.example/invitation",
    tiktok: "https://www.tiktok.com/@tenue.example",
    instagram: "https://www.instagram.com/tenue.example",
  },
  stores: { appStore: "", playStore: "" },
  partners: {
    followedBy: { name: "[Nom du partenaire qui suit le projet]", url: "" },
    accompaniedBy: { name: "[Nom du partenaire qui accompagne le projet]", url: "" },
  },
  invitations: { appUrl: "", validDays: 14 },
  referral: { on: false, sentence: "", friends: 3, cap: 20, messages: true },
  mail: { color: "#cd3010", footerText: "" },
};

/** True when the tagline claims to be the first without a proof. The law requires one (code de la consommation, L121-2). */
export function isUnproven({ tagline, claimProof }: SiteSettings["home"]): boolean {
  return /(#|n° ?|no\.? ?)1(?!\d)/i.test(tagline) && claimProof.trim() === "";
}

/** The stored settings, with initial values for missing ones. */
export function withInitialValues(stored: Partial<SiteSettings> | undefined): SiteSettings {
  const groups = Object.entries(initialSiteSettings).map(([group, initial]) => [
    group,
    { ...initial, ...stored?.[group as keyof SiteSettings] },
  ]);
  return Object.fromEntries(groups);
}

/** A text with square brackets, or an address under `.example`, which exists nowhere (RFC 2606). */
export function isPlaceholder(text: string): boolean {
  return /\[[^[\]]*\]|\.example(\/|$)/.test(text.trim());
}

/** True for the invented address of the initial settings. No message is sent from it. */
export function isExampleSender(email: string): boolean {
  return email === initialSiteSettings.contact.email;
}

/** Facts that contain square brackets or an invented address, as paths ("publisher.company"). */
export function placeholdersOf({ mail: _, ...facts }: SiteSettings): string[] {
  return Object.entries(facts).flatMap(([group, values]) => findPlaceholders(values, group));
}

function findPlaceholders(value: unknown, path: string): string[] {
  if (typeof value === "string") return isPlaceholder(value) ? [path] : [];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => findPlaceholders(inner, `${path}.${key}`));
}

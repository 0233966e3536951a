import { brand } from "./brand.ts";

/** Everything about the owner that the public site, its legal texts and the footers of mails say. */
export type SiteSettings = {
  publisher: {
    company: string;
    legalForm: string;
    address: string;
    registration: string;
    vat: string;
    director: string;
    phone: string;
    /** Who is the data protection officer and how to reach them; empty without one. */
    dpo: string;
  };
  host: { company: string; address: string; phone: string; country: string };
  /** The mail provider as the policy names it, and its location. */
  mailProvider: { company: string; country: string };
  /** Who keeps copies of the backups elsewhere; empty when that is not known or does not happen. */
  backupStore: { company: string; country: string };
  /** Whose mailbox gets the bounces; empty when it is the mail provider's. */
  bounceMailbox: { company: string; country: string };
  /** The sites that keep pictures of mails; empty when all pictures are part of their mail. */
  remotePictures: { hosts: string };
  /** `claimProof`: what proves the tagline's claim, for the owner alone. */
  home: { tagline: string; claimProof: string };
  contact: { email: string; communityChat: string; tiktok: string; instagram: string };
  /** A badge without an address leads nowhere yet. */
  stores: { appStore: string; playStore: string };
  partners: { followedBy: Partner; accompaniedBy: Partner };
  /** Where the page of an invitation leads, with the code behind `?code=`; empty: the code is typed by hand. For how many days codes count. */
  invitations: { appUrl: string; validDays: number };
  /**
   * While it is on, people have a link for their friends. `sentence`: what `friends` confirmed friends are good for.
   * `cap`: friends that count for the order of waves. `messages`: whether the first and the decisive friend are announced.
   */
  referral: { on: boolean; sentence: string; friends: number; cap: number; messages: boolean };
  /** Email branding: `color` is `#rrggbb`; the footer's text comes above the legally required lines. */
  mail: { color: string; footerText: string };
};
type Partner = { name: string; url: string };

export const partnerSlots = ["followedBy", "accompaniedBy"] as const;
/** Pictures that the owner may upload; without one a name is shown in its place: the partner's, or the owner's on top of mails. */
export const siteImageSlots = [...partnerSlots, "mailLogo"] as const;
export type SiteImageSlot = (typeof siteImageSlots)[number];
export const siteImageLabels: Record<SiteImageSlot, string> = {
  followedBy: "Projet suivi par",
  accompaniedBy: "Projet accompagné par",
  mailLogo: "E-mails",
};

/** Where a picture is delivered: an address of this site, which changes with its content. */
export type SiteImage = { address: string; width: number; height: number };

/** What the public site is rendered from. `changedAt` (ISO 8601) is absent until the owner saves. */
export type PublicSite = SiteSettings & {
  images: Partial<Record<SiteImageSlot, SiteImage>>;
  changedAt?: string;
};

/** Until the owner has said who they are: placeholders in square brackets. */
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

/** Whether the tagline claims to be the first, which the owner has to be able to prove (code de la consommation, L121-2). */
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

/** Whether it is the invented address of the initial settings. Nothing is sent from it. */
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

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
  };
  host: { company: string; address: string; phone: string };
  /** Who carries the mail, as the policy names them, and where they are. */
  mailProvider: { company: string; country: string };
  contact: { email: string; communityChat: string; tiktok: string; instagram: string };
  /** A badge without an address leads nowhere yet. */
  stores: { appStore: string; playStore: string };
  partners: { followedBy: Partner; accompaniedBy: Partner };
};
export type Partner = { name: string; url: string };

/** Pictures that the owner may upload; without one the partner's name is shown in its place. */
export const siteImageSlots = ["followedBy", "accompaniedBy"] as const;
export type SiteImageSlot = (typeof siteImageSlots)[number];
export const siteImageLabels: Record<SiteImageSlot, string> = {
  followedBy: "Projet suivi par",
  accompaniedBy: "Projet accompagné par",
};

/** Until the owner has said who they are: placeholders in square brackets. */
export const initialSiteSettings: SiteSettings = {
  publisher: brand.publisher,
  host: brand.host,
  mailProvider: { company: "[Prestataire d’e-mails]", country: "[Pays du prestataire d’e-mails]" },
  contact: brand.contact,
  stores: { appStore: "", playStore: "" },
  partners: {
    followedBy: { name: brand.partners.followedBy.name, url: "" },
    accompaniedBy: { name: brand.partners.accompaniedBy.name, url: "" },
  },
};

/** What stands between square brackets, or nowhere yet, as paths ("publisher.company"). */
export function placeholdersOf(settings: SiteSettings): string[] {
  return Object.entries(settings).flatMap(([group, values]) => findPlaceholders(values, group));
}

function findPlaceholders(value: unknown, path: string): string[] {
  if (typeof value === "string") return /^\[.*\]$/.test(value.trim()) ? [path] : [];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => findPlaceholders(inner, `${path}.${key}`));
}

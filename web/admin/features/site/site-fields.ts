import { limits } from "#contract/limits.ts";
import { initialSiteSettings, type SiteSettings, siteImageLabels } from "#contract/site.ts";
import { waveLimits } from "#contract/waves.ts";
import type { EditedFields } from "#web/admin/ui/versions/merge-edit.ts";

export type SiteField = {
  /** The path of the field in the settings. */
  path: string;
  label: string;
  type?: "email" | "tel" | "url" | "color" | "paragraph" | "number" | "switch";
  /** The largest value of a number field. */
  max?: number;
  required?: boolean;
  /** The placeholder of an empty field, needed when the initial value is empty too. */
  example?: string;
};

export type SiteGroup = { name: keyof SiteSettings; legend: string; about: string; fields: SiteField[] };

/** The setting at a field's path. */
export function textAt(settings: SiteSettings, path: string): string {
  return String(path.split(".").reduce((inner, key) => Object(inner)[key], settings as unknown));
}

/** The placeholder of an empty field. */
export function exampleOf({ path, example }: SiteField): string {
  return example ?? textAt(initialSiteSettings, path).replace(/[[\]]/g, "");
}

const required = true;
const type = "url";

/** The groups of the form, in the form's order. */
export const siteGroups: SiteGroup[] = [
  {
    name: "publisher",
    legend: "Éditeur",
    about: "Dans les mentions légales, la politique de confidentialité et au pied des e-mails.",
    fields: [
      { path: "publisher.company", label: "Société", required },
      { path: "publisher.legalForm", label: "Forme juridique et capital", required },
      { path: "publisher.address", label: "Siège", required },
      { path: "publisher.registration", label: "Immatriculation (RCS et ville)" },
      { path: "publisher.vat", label: "TVA intracommunautaire" },
      { path: "publisher.director", label: "Direction de la publication", required },
      { path: "publisher.phone", label: "Téléphone", type: "tel", required },
      {
        path: "publisher.dpo",
        label: "Délégué à la protection des données",
        example: "Nom et adresse e-mail, s’il y en a un",
      },
    ],
  },
  {
    name: "host",
    legend: "Hébergeur",
    about: "Qui fait tourner le serveur.",
    fields: [
      { path: "host.company", label: "Nom de l’hébergeur", required },
      { path: "host.address", label: "Adresse de l’hébergeur", required },
      { path: "host.phone", label: "Téléphone de l’hébergeur", type: "tel", required },
      { path: "host.country", label: "Pays de l’hébergeur", example: "Pays où sont les serveurs" },
    ],
  },
  {
    name: "mailProvider",
    legend: "Prestataire d’e-mails",
    about: "La politique de confidentialité le nomme, avec le pays où il traite les adresses.",
    fields: [
      { path: "mailProvider.company", label: "Nom du prestataire", required },
      { path: "mailProvider.country", label: "Pays", required },
    ],
  },
  {
    name: "backupStore",
    legend: "Copies des sauvegardes",
    about: "Le service qui les garde ailleurs que sur le serveur. La politique de confidentialité le nomme.",
    fields: [
      { path: "backupStore.company", label: "Nom du service", example: "Prestataire de stockage" },
      { path: "backupStore.country", label: "Pays du service", example: "Pays du stockage" },
    ],
  },
  {
    name: "bounceMailbox",
    legend: "Boîte des retours",
    about: "Où reviennent les e-mails non remis, si ce n’est pas chez le prestataire d’e-mails.",
    fields: [
      {
        path: "bounceMailbox.company",
        label: "Nom du service de la boîte",
        example: "Prestataire de la boîte",
      },
      { path: "bounceMailbox.country", label: "Pays de la boîte", example: "Pays de la boîte" },
    ],
  },
  {
    name: "remotePictures",
    legend: "Images gardées ailleurs",
    about: "Une image insérée par son adresse fait connaître à son site l’adresse IP de qui lit l’e-mail.",
    fields: [{ path: "remotePictures.hosts", label: "Sites de ces images", example: "images.exemple.fr" }],
  },
  {
    name: "home",
    legend: "Accroche",
    about:
      "La phrase qui s’écrit sur la page d’accueil. Dire « n° 1 » demande de pouvoir le prouver : notez-en ici la source, elle n’est pas montrée.",
    fields: [
      { path: "home.tagline", label: "Phrase d’accroche", required },
      {
        path: "home.claimProof",
        label: "Preuve de « n° 1 »",
        example: "Étude, date et périmètre",
      },
    ],
  },
  {
    name: "contact",
    legend: "Contacts et réseaux",
    about: "Un réseau sans adresse n’est pas montré.",
    fields: [
      { path: "contact.email", label: "E-mail de contact", type: "email", required },
      { path: "contact.communityChat", label: "Discussion de la communauté", type },
      { path: "contact.tiktok", label: "TikTok", type },
      { path: "contact.instagram", label: "Instagram", type },
    ],
  },
  {
    name: "stores",
    legend: "Magasins d’applications",
    about: "Sans adresse, le badge annonce l’application et ne mène nulle part.",
    fields: [
      { path: "stores.appStore", label: "App Store", type },
      { path: "stores.playStore", label: "Google Play", type },
    ],
  },
  {
    name: "invitations",
    legend: "Invitations",
    about:
      "La page d’une invitation mène à l’application, avec le code dans l’adresse. Sans adresse, la personne recopie le code.",
    fields: [
      {
        path: "invitations.appUrl",
        label: "Adresse de l’application",
        type,
        example: "https://app.exemple.fr/bienvenue",
      },
      {
        path: "invitations.validDays",
        label: "Validité d’un code, en jours",
        type: "number",
        max: waveLimits.validDays,
        required,
      },
    ],
  },
  {
    name: "referral",
    legend: "Parrainage",
    about:
      "Chaque personne inscrite a un lien pour ses amies, et une page qui dit combien d’entre elles ont confirmé. Désactivé, le site n’en montre rien et les liens mènent au formulaire.",
    fields: [
      { path: "referral.on", label: "Parrainage activé", type: "switch" },
      {
        path: "referral.messages",
        label: "Écrire à la première amie confirmée, puis à l’amie décisive",
        type: "switch",
      },
      {
        path: "referral.sentence",
        label: "Ce que l’on y gagne",
        example: "trois amies confirmées : vous passez dans la prochaine vague",
      },
      {
        path: "referral.friends",
        label: "Amies qu’il faut pour cela",
        type: "number",
        max: limits.referralFriendsMax,
        required,
      },
      {
        path: "referral.cap",
        label: "Amies comptées au plus pour l’ordre des vagues",
        type: "number",
        max: limits.referralCapMax,
        required,
      },
    ],
  },
  {
    name: "partners",
    legend: "Partenaires",
    about: "Un partenaire sans nom n’est pas montré ; sans logo, il l’est par son nom.",
    fields: [
      { path: "partners.followedBy.name", label: `${siteImageLabels.followedBy} : nom` },
      { path: "partners.followedBy.url", label: `${siteImageLabels.followedBy} : adresse`, type },
      { path: "partners.accompaniedBy.name", label: `${siteImageLabels.accompaniedBy} : nom` },
      { path: "partners.accompaniedBy.url", label: `${siteImageLabels.accompaniedBy} : adresse`, type },
    ],
  },
  {
    name: "mail",
    legend: "E-mails",
    about:
      "Le visage de chaque e-mail : le logo en tête (ou le nom de la société), la couleur du bandeau, des boutons et des liens, et un mot au pied, au-dessus de l’adresse.",
    fields: [
      { path: "mail.color", label: "Couleur", type: "color", required },
      { path: "mail.footerText", label: "Mot de pied de page", type: "paragraph" },
    ],
  },
];

/** The values of a group, one per line. */
function valueText(value: unknown): string {
  if (typeof value === "boolean") return value ? "oui" : "non";
  if (typeof value === "string" || typeof value === "number") return String(value);
  return Object.values(value ?? {})
    .map(valueText)
    .filter(Boolean)
    .join("\n");
}

/** The form's groups, for comparing two versions of the settings. */
export const editedSite: EditedFields<SiteSettings> = {
  publisher: { label: "Éditeur", text: valueText },
  host: { label: "Hébergeur", text: valueText },
  mailProvider: { label: "Prestataire d’e-mails", text: valueText },
  backupStore: { label: "Copies des sauvegardes", text: valueText },
  bounceMailbox: { label: "Boîte des retours", text: valueText },
  remotePictures: { label: "Images gardées ailleurs", text: valueText },
  home: { label: "Accroche", text: valueText },
  contact: { label: "Contacts et réseaux", text: valueText },
  stores: { label: "Magasins d’applications", text: valueText },
  invitations: { label: "Invitations", text: valueText },
  referral: { label: "Parrainage", text: valueText },
  partners: { label: "Partenaires", text: valueText },
  mail: { label: "E-mails", text: valueText },
};

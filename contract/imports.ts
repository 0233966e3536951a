import { isEmailAddress } from "./email-address.ts";
import { searchKey } from "./search-key.ts";

/** Bounds of an imported file. */
export const importLimits = {
  fileBytes: 50 * 1024 * 1024,
  rowsMax: 500_000,
  columnsMax: 200,
  /** In UTF-16 units: the maximum of the longest answer before it is trimmed. */
  cellMax: 20_000,
  columnNameMax: 500,
  /** Different pairs of words and place of consents in one file. Each pair is stored permanently. */
  proofsMax: 50,
  wordsMax: 500,
  placeMax: 200,
  /** How many future sign-ups a rehearsal shows, and how many invalid lines with their error. */
  sampleRows: 10,
  shownProblems: 20,
  /** How long the lines of a file are kept after its upload, and how long an import can be undone after its end. */
  keptDays: 7,
} as const;

/**
 * `uploading` → `uploaded` → `running` ⇄ `paused` → `done`; from `running` on an import can be undone: `undoing` → `undone`.
 * A file that is `uploading` is not shown. It becomes an import when its last line has arrived.
 */
export const importStatuses = [
  "uploading",
  "uploaded",
  "running",
  "paused",
  "done",
  "undoing",
  "undone",
] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** What a column may hold, besides answers to questions. */
export const importFields = {
  email: "E-mail",
  firstname: "Prénom",
  name: "Nom",
  fullName: "Prénom et nom ensemble",
  website: "Site web",
  left: "Désinscription dans l’autre outil",
  consentAt: "Date de l’accord",
  consentPlace: "Lieu de l’accord",
  consentWords: "Mots de l’accord",
} as const;
export type ImportField = keyof typeof importFields;
export const importFieldKeys = Object.keys(importFields) as [ImportField, ...ImportField[]];

const at = (line: number) => `Ligne ${line.toLocaleString("fr-FR")} : `;

/** Errors of a file as a whole, of which no line is kept. */
export const importMessages = {
  noCsv: "Envoyez un fichier CSV.",
  empty: "Ce fichier est vide.",
  onlyTitles: "Ce fichier n’a pas de ligne sous ses titres.",
  busy: "Un autre fichier est en cours de lecture. Réessayez dans un instant.",
  nul: (line: number) =>
    `${at(line)}ce n’est pas du texte. Enregistrez le tableau au format CSV, puis envoyez-le de nouveau.`,
  encoding: (line: number) =>
    `${at(line)}les caractères sont illisibles. Enregistrez le fichier en UTF-8, puis envoyez-le de nouveau.`,
  quotes: (line: number) =>
    `${at(line)}un guillemet est mal placé. Corrigez cette ligne, puis renvoyez le fichier.`,
  cut: (line: number) => `${at(line)}le fichier s’arrête au milieu de cette ligne. Envoyez-le en entier.`,
  cell: (line: number) =>
    `${at(line)}une cellule dépasse ${importLimits.cellMax.toLocaleString("fr-FR")} caractères.`,
  columns: (count: number) =>
    `Ce fichier compte ${count.toLocaleString("fr-FR")} colonnes ; ${importLimits.columnsMax} au plus sont possibles. Vérifiez le séparateur.`,
  rows: `Ce fichier compte plus de ${importLimits.rowsMax.toLocaleString("fr-FR")} lignes. Divisez-le en plusieurs fichiers.`,
  noTitles:
    "La première ligne contient une adresse : ajoutez au-dessus une ligne avec les titres des colonnes.",
  emailColumn: "Choisissez la colonne des e-mails",
  column: "Cette colonne n’existe pas",
  question: "Cette question n’est plus posée",
  websiteColumn: "Choisissez la colonne du site web",
  date: "Indiquez la date de l’accord, au plus tard aujourd’hui",
  proof: "L’accord se prouve par une date, un lieu et les mots acceptés : complétez les trois",
  address: "N’écrivez pas d’adresse ici",
  proofs: `Les mots et les lieux de l’accord varient plus de ${importLimits.proofsMax} fois : choisissez une autre colonne`,
  notRehearsed: "Faites d’abord l’essai.",
  rehearsedAgain: "Un autre essai de ce fichier a commencé entre-temps. Refaites le vôtre avant d’importer.",
  stepFailed: (line: number) =>
    `Après la ligne ${line.toLocaleString("fr-FR")}, l’import a échoué plusieurs fois et s’est mis en pause. Le journal du serveur dit pourquoi. Reprenez-le ou annulez-le.`,
  undoFailed:
    "L’annulation a échoué plusieurs fois\u00a0: elle est réessayée chaque minute. Le journal du serveur dit pourquoi.",
  startedOtherwise: "Cet import a été lancé entre-temps avec d’autres réglages.",
  changed: "Cet import a changé entre-temps. Rechargez la page.",
  gone: "Cet import n’existe plus.",
  tooLate: `Un import peut être annulé pendant les ${importLimits.keptDays} jours qui suivent sa fin.`,
} as const;

/** The error of one line; the others are still imported. */
export const rowMessages = {
  cells: (found: number, expected: number) => `${found} cellules au lieu de ${expected}`,
} as const;

/** Names of columns in exports of Mailchimp, Brevo, Google Contacts and listmonk, and in our own, as `nameKey` writes them. */
const knownNames: Record<ImportField, readonly string[]> = {
  email: [
    ...["email", "e_mail", "mail", "courriel", "email_address", "e_mail_address", "subscriber_email"],
    ...["adresse_email", "adresse_e_mail", "adresse_mail", "e_mail_1_value"],
  ],
  firstname: ["prenom", "firstname", "first_name", "fname", "given_name"],
  name: ["nom", "lastname", "last_name", "lname", "family_name", "surname", "nom_de_famille", "nom/marque"],
  fullName: ["name", "full_name", "nom_complet", "prenom_et_nom"],
  website: ["site_web", "site", "website", "site_internet", "url", "website_1_value"],
  left: ["status", "unsubscribed", "email_blacklist", "blacklisted", "unsub_time", "desinscrit"],
  consentAt: [
    ...["confirm_time", "optin_time", "double_opt_in", "opt_in_date", "optin_date", "date_de_consentement"],
    "actualites_acceptees_le",
  ],
  consentPlace: ["consent_source", "lieu_de_l_accord"],
  consentWords: ["consent_text", "mots_de_l_accord"],
};

/** Column names are compared without case and accents; a space, hyphen or apostrophe counts as an underscore. */
const nameKey = (name: string) =>
  searchKey(name.slice(0, importLimits.columnNameMax).trim()).replace(/[\s'_-]+/g, "_");

/**
 * Proposes a field for each column by its name. The e-mail column is also found by its values. Each field is proposed once. A
 * column of full names is proposed only when no other column has first or last names.
 */
export function proposeFields(
  columns: readonly { name: string; samples: readonly string[] }[],
): (ImportField | null)[] {
  const names = columns.map(({ name }) => nameKey(name));
  const found = new Map<ImportField, number>();
  for (const field of importFieldKeys) {
    const [place] = knownNames[field].map((name) => names.indexOf(name)).filter((index) => index >= 0);
    if (place !== undefined) found.set(field, place);
  }
  if (!found.has("email")) {
    const place = columns.findIndex(({ samples }) => samples.some(isEmailAddress));
    if (place >= 0) found.set("email", place);
  }
  if (found.has("name") || found.has("firstname")) found.delete("fullName");
  const byPlace = new Map([...found].map(([field, place]) => [place, field]));
  return columns.map((_, place) => byPlace.get(place) ?? null);
}

/** The column whose name is a question's text; null when there is none. */
export function proposeAnswer(columns: readonly { name: string }[], question: string): number | null {
  const place = columns.findIndex(({ name }) => name !== "" && nameKey(name) === nameKey(question));
  return place < 0 ? null : place;
}

export const importStatusLabels: Record<ImportStatus, string> = {
  uploading: "Lecture du fichier",
  uploaded: "À essayer",
  running: "En cours",
  paused: "En pause",
  done: "Terminé",
  undoing: "Annulation en cours",
  undone: "Annulé",
};

import type { Audience, SignupStatus } from "./audience.ts";
import {
  campaignKindLabels,
  type EmailProvider,
  providerLabels,
  type RecipientStatusFilter,
  type RecipientType,
} from "./email.ts";
import { domainVerdictLabels } from "./email-domain.ts";
import { requestKindLabels, suppressionReasonLabels } from "./privacy.ts";
import type { MoveDirection } from "./questionnaire.ts";
import { type ShieldState, shieldStateLabels } from "./shield.ts";
import { siteImageLabels } from "./site.ts";
import { waveOrderLabels } from "./waves.ts";
import { webhookKindLabels } from "./webhooks.ts";

const audiences: Record<Audience, string> = { user: "utilisateurs", brand: "marques" };
const recipients: Record<RecipientType, string> = { all: "tous", ...audiences };
const statuses: Record<SignupStatus | RecipientStatusFilter, string> = {
  all: "toutes",
  pending: "en attente",
  approved: "approuvées",
  rejected: "rejetées",
};
const directions: Record<MoveDirection, string> = { up: "vers le haut", down: "vers le bas" };
const providers: Record<EmailProvider, string> = providerLabels;
const states: Record<ShieldState, string> = shieldStateLabels;

const words = <Word extends string>(label: string, texts: Record<Word, string>) =>
  ({ kind: "words", label, texts }) as const;
/** Shown as yes and no by default. */
const truth = (label: string, texts: Record<"true" | "false", string> = { true: "oui", false: "non" }) =>
  ({ kind: "truth", label, texts }) as const;
const count = (label: string) => ({ kind: "count", label }) as const;
/** A number that is not a count of things, so it needs no singular and plural. */
const numeral = (label: string) => ({ kind: "numeral", label }) as const;
/** Input and addresses, shown exactly as they are. */
const text = (label: string) => ({ kind: "text", label }) as const;

/** Every detail that an entry of the journal may hold, with its French text. The list is closed: the journal holds no other detail. */
export const journalDetails = {
  answers: count("Réponses effacées"),
  audience: words("Public", audiences),
  senderChanged: truth("Expéditeur modifié"),
  bouncesChanged: truth("Retours modifiés"),
  campaigns: count("Envois en masse annulés"),
  count: count("Nombre"),
  credentialsChanged: truth("Identifiants modifiés"),
  direction: words("Sens", directions),
  domain: text("Domaine"),
  email: text("E-mail"),
  events: text("Événements"),
  failed: count("Échecs"),
  host: text("Serveur SMTP"),
  isActive: truth("État", { true: "actif", false: "inactif" }),
  isSuperAdmin: truth("Super Administrateur"),
  kind: words("Type", campaignKindLabels),
  name: text("Nom"),
  order: words("Ordre", waveOrderLabels),
  ok: truth("Résultat", { true: "réussite", false: "échec" }),
  personal: truth("Données personnelles"),
  port: numeral("Port SMTP"),
  previousHost: text("Serveur SMTP précédent"),
  previousPort: numeral("Port SMTP précédent"),
  previousProvider: words("Fournisseur précédent", providers),
  previousSimulationMode: truth("Mode simulation précédent"),
  provider: words("Fournisseur", providers),
  purged: count("Effacés"),
  question: text("Question"),
  reason: text("Raison"),
  request: words("Demande", requestKindLabels),
  recipientType: words("Destinataires", recipients),
  scheduled: truth("Programmé"),
  searched: truth("Avec une recherche"),
  secondFactor: truth("Double authentification"),
  seed: text("Tirage"),
  segment: text("Segment"),
  selector: text("Sélecteur"),
  sent: count("Envoyés"),
  suppression: words("Motif", suppressionReasonLabels),
  slot: words("Emplacement", siteImageLabels),
  simulated: truth("Simulation"),
  simulationMode: truth("Mode simulation"),
  state: words("Protection", states),
  status: words("Inscriptions", statuses),
  statusFilter: words("Inscriptions", statuses),
  total: count("Total"),
  webhook: words("Type", webhookKindLabels),
  waiting: words("E-mails qui attendaient", { send: "envoyés", cancel: "annulés" }),
  verdict: words("Verdict", domainVerdictLabels),
} as const;

type KnownDetails = typeof journalDetails;
type ValueOf<Detail> = Detail extends { kind: "words"; texts: Record<infer Word, string> }
  ? Word
  : Detail extends { kind: "truth" }
    ? boolean
    : Detail extends { kind: "text" }
      ? string
      : number;

/** The details of one entry. A name or value without a French text does not compile. */
export type JournalDetails = { [Name in keyof KnownDetails]?: ValueOf<KnownDetails[Name]> | null };

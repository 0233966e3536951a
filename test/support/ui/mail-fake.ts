import type { MailboxStatus } from "#contract/bounces.schema.ts";
import {
  type EmailLogEntry,
  type EmailPreview,
  type EmailSettings,
  type EmailTemplate,
  type RecipientFacts,
  type SingleEmail,
  type TemplateVersion,
  type TestMessage,
  type UpdateEmailSettings,
  updateEmailSettingsSchema,
} from "#contract/email.schema.ts";
import type { DkimKey, DomainCheck } from "#contract/email-domain.schema.ts";
import type { Person } from "#contract/people.schema.ts";
import { fillTemplate, templateValues, unknownVariables } from "#contract/template-variables.ts";
import { type FakeAnswers, refuse } from "./fake-api.ts";

const now = new Date("2026-02-01T10:00:00.000Z");
const pageSize = 100;
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

export const storedSettings: EmailSettings = {
  senderName: "Tenue",
  senderEmail: "bonjour@tenue.example",
  replyTo: null,
  preferredProvider: "smtp",
  simulationMode: true,
  pauseMs: 100,
  parallelism: 1,
  hourlyCap: null,
  dailyCap: null,
  confirmationHourlyCap: 500,
  confirmationRequested: true,
  decisionsWait: false,
  deleteUnconfirmed: false,
  smtpHost: null,
  smtpPort: null,
  smtpUsername: null,
  smtpPasswordStored: false,
  sendgridKeyStored: false,
  bounceEmail: null,
  imapHost: null,
  imapPort: null,
  imapUsername: null,
  imapPasswordStored: false,
  sendgridWebhookKey: null,
  phpConfigured: false,
  updatedAt: null,
  version: 1,
};

export function template(index: number, changes: Partial<EmailTemplate> = {}): EmailTemplate {
  return {
    id: idOf(index),
    event: null,
    name: `Modèle ${index}`,
    subject: "Bonjour",
    content: "<p>Bonjour {{firstName}}</p>",
    isActive: true,
    serviceReason: null,
    updatedAt: now.toISOString(),
    version: 1,
    ...changes,
  };
}

export const givenTemplates = [
  template(901, { event: "approved", name: "Inscription approuvée", subject: "Bienvenue" }),
  template(902, {
    event: "rejected",
    name: "Inscription refusée",
    subject: "Pas cette fois",
    isActive: false,
  }),
];

export function logEntry(index: number, changes: Partial<EmailLogEntry> = {}): EmailLogEntry {
  return {
    id: idOf(index),
    recipientEmail: `p${index}@exemple.fr`,
    recipientName: `Zoé ${index}`,
    subject: `Message ${index}`,
    status: "sent",
    emailType: "transactional",
    errorMessage: null,
    attempts: 1,
    nextAttemptAt: null,
    waitsForMailbox: false,
    sentAt: now.toISOString(),
    createdAt: now.toISOString(),
    ...changes,
  };
}

export const person = (firstname: string, name: string, email: string): Person => ({
  firstname,
  name,
  email,
  audience: "user",
});

const nothingKnown: RecipientFacts = { messages: [], suppressions: [], sample: false };

type Start = {
  settings?: Partial<EmailSettings>;
  templates?: EmailTemplate[];
  /** Newest first. */
  log?: EmailLogEntry[];
  people?: Person[];
  /** Facts by address. Other addresses have none. */
  facts?: Record<string, Partial<RecipientFacts>>;
  mailbox?: Partial<MailboxStatus>;
};

/** The calls of the mail screens on state in memory; `state` is the present state. */
export function fakeMail(start: Start = {}) {
  const state = {
    settings: { ...storedSettings, ...start.settings },
    templates: [...(start.templates ?? givenTemplates)],
    versions: new Map<string, TemplateVersion[]>(),
    log: [...(start.log ?? [])],
    people: start.people ?? [],
    /** Bodies of the calls that save settings, oldest first. */
    saved: [] as UpdateEmailSettings[],
    singles: [] as SingleEmail[],
    tests: [] as TestMessage[],
  };
  const findTemplate = (id: string) => state.templates.find((one) => one.id === id);
  const gone = () => refuse(404, { code: "not_found", message: "Ce modèle n’existe pas." });
  const noteVersion = ({ id, version, name, subject, content }: EmailTemplate, savedBy: string | null) => {
    const entry = { version, name, subject, content, savedBy, savedAt: now.toISOString() };
    state.versions.set(id, [entry, ...(state.versions.get(id) ?? [])]);
  };
  for (const one of state.templates) noteVersion(one, null);

  const answers: FakeAnswers = {
    "GET /api/admin/email/hold": () => ({ hold: null }),
    "GET /api/admin/email/settings": () => state.settings,
    "PUT /api/admin/email/settings": ({ json }) => {
      state.saved.push(json);
      const { smtpPassword, sendgridKey, imapPassword, ...fields } = updateEmailSettingsSchema.parse(json);
      const isStored = (secret: string | undefined, before: boolean) =>
        secret === undefined ? before : secret !== "";
      const given = Object.entries(fields).filter(([, value]) => value !== undefined);
      state.settings = {
        ...state.settings,
        ...(Object.fromEntries(given) as Partial<EmailSettings>),
        smtpPasswordStored: isStored(smtpPassword, state.settings.smtpPasswordStored),
        sendgridKeyStored: isStored(sendgridKey, state.settings.sendgridKeyStored),
        imapPasswordStored: isStored(imapPassword, state.settings.imapPasswordStored),
        updatedAt: now.toISOString(),
        version: state.settings.version + 1,
      };
      return state.settings;
    },
    "GET /api/admin/email/bounce-mailbox": () => ({
      lastReadAt: null,
      nextReadAt: null,
      failures: 0,
      failingSince: null,
      error: null,
      ...start.mailbox,
    }),

    "GET /api/admin/email/templates": () => ({ items: state.templates }),
    "POST /api/admin/email/templates": ({ json }) => {
      const created = template(100 + state.templates.length, json);
      state.templates.push(created);
      noteVersion(created, "ines@tenue.example");
      return created;
    },
    "PUT /api/admin/email/templates/:id": ({ param, json }) => {
      const present = findTemplate(param.id);
      if (!present) return gone();
      const { name = present.name, subject, content, isActive } = json;
      const saved = { ...present, name, subject, content, isActive, version: present.version + 1 };
      state.templates = state.templates.map((one) => (one.id === saved.id ? saved : one));
      noteVersion(saved, "ines@tenue.example");
      return saved;
    },
    "DELETE /api/admin/email/templates/:id": ({ param }) => {
      if (!findTemplate(param.id)) return gone();
      state.templates = state.templates.filter((one) => one.id !== param.id);
      return undefined;
    },
    "GET /api/admin/email/templates/:id/versions": ({ param }) => ({
      items: state.versions.get(param.id) ?? [],
    }),

    "PUT /api/admin/email/templates/:id/service": ({ param, json }) => {
      const present = findTemplate(param.id);
      if (!present) return gone();
      const saved = { ...present, serviceReason: json.reason };
      state.templates = state.templates.map((one) => (one.id === saved.id ? saved : one));
      return saved;
    },

    "GET /api/admin/people": ({ query }) => {
      const { search } = query as { search: string };
      const matches = ({ firstname, name, email }: Person) =>
        `${firstname} ${name} ${email}`.toLowerCase().includes(search.toLowerCase());
      return { items: state.people.filter(matches) };
    },
    "POST /api/admin/email/recipient": ({ json }) => ({ ...nothingKnown, ...start.facts?.[json.email] }),
    "POST /api/admin/email/preview": ({ json }): EmailPreview | Response => {
      const { subject, content, recipientEmail = null, recipientName } = json;
      const known = state.people.find(({ email }) => email === recipientEmail);
      if (recipientEmail && !known && recipientName === undefined) {
        const fields = { recipientEmail: "Aucune inscription n’a cette adresse" };
        return refuse(400, { code: "invalid_request", message: "Incorrect.", fields });
      }
      const email = recipientEmail || "camille.durand@exemple.fr";
      const variables = recipientEmail
        ? { firstName: known?.firstname ?? "", name: known?.name ?? recipientName ?? "" }
        : { firstName: "Camille", name: "Durand" };
      const values = templateValues({ email, variables }, now);
      return {
        subject: fillTemplate(subject, values),
        html: fillTemplate(content, values),
        size: content.length,
        warnings: [],
        recipient: email,
        unknownVariables: unknownVariables(content),
      };
    },
    "POST /api/admin/email/test-message": ({ json }) => {
      state.tests.push(json);
      return { ok: true, message: "E-mail de test envoyé à ines@tenue.example." };
    },
    "POST /api/admin/email/single": ({ json }) => {
      state.singles.push(json);
      return { outcome: "sent", message: `L'email a été envoyé avec succès à ${json.recipientEmail}.` };
    },

    "GET /api/admin/email/log": ({ query }) => {
      const { search = "", status = "all", before = "0" } = query as Record<string, string>;
      const matching = state.log
        .filter((entry) => status === "all" || entry.status === status)
        .filter((entry) => `${entry.recipientEmail} ${entry.subject}`.includes(search));
      const end = Number(before) + pageSize;
      return {
        items: matching.slice(Number(before), end),
        next: end < matching.length ? String(end) : null,
      };
    },
    "GET /api/admin/email/log/:id": ({ param }) => {
      const entry = state.log.find(({ id }) => id === param.id) ?? logEntry(0, { id: param.id });
      return { ...entry, html: `<p>Contenu de ${entry.subject}</p>`, events: [] };
    },
    "GET /api/admin/email/waiting": () => ({ items: [] }),
    "POST /api/admin/email/log/resend": ({ json }) => {
      state.log = state.log.map((entry) =>
        json.ids.includes(entry.id) ? { ...entry, status: "pending" as const } : entry,
      );
      return { count: json.ids.length, skipped: 0 };
    },
  };
  return { answers, state };
}

type DomainStart = {
  /** Null before the first check. */
  checked?: DomainCheck["rows"] | null;
  /** The result of the next check. */
  found?: DomainCheck["rows"];
  keys?: DkimKey[];
};

export function dkimKey(changes: Partial<DkimKey> = {}): DkimKey {
  return {
    selector: "tenue202602",
    domain: "tenue.example",
    state: "prepared",
    record: { name: "tenue202602._domainkey.tenue.example", type: "TXT", value: "v=DKIM1; p=MIIB" },
    createdAt: now.toISOString(),
    activatedAt: null,
    retiredAt: null,
    ...changes,
  };
}

/** The calls of the tab 'Domaine' on state in memory, to be used with those of `fakeMail`. */
export function fakeDomain({ checked = null, found = [], keys = [] }: DomainStart = {}) {
  const state = { rows: checked, keys: [...keys] };
  const check = (): DomainCheck => ({
    domain: "tenue.example",
    checkedAt: state.rows && now.toISOString(),
    verdict: state.rows?.[0]?.verdict ?? "unknown",
    rows: state.rows ?? [],
  });
  const answers: FakeAnswers = {
    "GET /api/admin/email/domain-check": check,
    "POST /api/admin/email/domain-check": () => {
      state.rows = found;
      return check();
    },
    "GET /api/admin/email/dkim": () => ({ items: state.keys }),
    "POST /api/admin/email/dkim": () => {
      state.keys.push(dkimKey());
      return dkimKey();
    },
    "DELETE /api/admin/email/dkim/:selector": ({ param }) => {
      state.keys = state.keys.map((key) =>
        key.selector === param.selector ? { ...key, state: "retiring", retiredAt: now.toISOString() } : key,
      );
      return undefined;
    },
  };
  return { answers, state };
}

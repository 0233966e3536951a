import { schemaResolver, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import {
  type EmailSettings,
  emailSettingsSchema,
  type UpdateEmailSettings,
  updateEmailSettingsSchema,
} from "#contract/email.schema.ts";
import { type EmailProvider, providerLabels } from "#contract/email.ts";
import { isExampleSender } from "#contract/site.ts";
import { focusFirstError } from "#web/admin/ui/focus.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import type { EditedFields } from "#web/admin/ui/versions/merge-edit.ts";
import { useVersionedForm } from "#web/admin/ui/versions/use-versioned-form.ts";
import { formatNumber, formatYesNo } from "#web/lib/format.ts";
import { mailingTexts } from "../mailing-texts.ts";
import { useSaveSettings } from "./settings.api.ts";

/** The change of a stored secret, which the browser never sees. */
export type SecretChange = { mode: "keep" | "replace" | "remove"; text: string };

/** The value of an empty number field is "". */
type NumberField = number | string;

export type SettingsValues = {
  senderName: string;
  senderEmail: string;
  replyTo: string;
  preferredProvider: EmailProvider;
  simulationMode: boolean;
  smtpHost: string;
  smtpPort: NumberField;
  smtpUsername: string;
  smtpPassword: SecretChange;
  sendgridKey: SecretChange;
  bounceEmail: string;
  imapHost: string;
  imapPort: NumberField;
  imapUsername: string;
  imapPassword: SecretChange;
  sendgridWebhookKey: string;
  pauseMs: NumberField;
  parallelism: NumberField;
  hourlyCap: NumberField;
  dailyCap: NumberField;
  confirmationHourlyCap: NumberField;
  confirmationRequested: boolean;
  decisionsWait: boolean;
  deleteUnconfirmed: boolean;
};

export function settingsValues(settings: EmailSettings): SettingsValues {
  return {
    senderName: settings.senderName,
    senderEmail: savedSender(settings),
    replyTo: settings.replyTo ?? "",
    preferredProvider: settings.preferredProvider,
    simulationMode: settings.simulationMode,
    smtpHost: settings.smtpHost ?? "",
    smtpPort: settings.smtpPort ?? "",
    smtpUsername: settings.smtpUsername ?? "",
    smtpPassword: untouched(settings.smtpPasswordStored),
    sendgridKey: untouched(settings.sendgridKeyStored),
    bounceEmail: settings.bounceEmail ?? "",
    imapHost: settings.imapHost ?? "",
    imapPort: settings.imapPort ?? "",
    imapUsername: settings.imapUsername ?? "",
    imapPassword: untouched(settings.imapPasswordStored),
    sendgridWebhookKey: settings.sendgridWebhookKey ?? "",
    pauseMs: settings.pauseMs,
    parallelism: settings.parallelism,
    hourlyCap: settings.hourlyCap ?? "",
    dailyCap: settings.dailyCap ?? "",
    confirmationHourlyCap: settings.confirmationHourlyCap,
    confirmationRequested: settings.confirmationRequested,
    decisionsWait: settings.decisionsWait,
    deleteUnconfirmed: settings.deleteUnconfirmed,
  };
}

/** The sender's address; "" until one is saved. */
export function savedSender({ senderEmail }: EmailSettings): string {
  return isExampleSender(senderEmail) ? "" : senderEmail;
}

/** A password belongs to its server and user, so a merge of two versions takes these fields from the same version. */
export const accesses = {
  smtp: ["smtpHost", "smtpPort", "smtpUsername", "smtpPassword"],
  imap: ["imapHost", "imapPort", "imapUsername", "imapPassword"],
} as const;
export type Access = keyof typeof accesses;

/** The request body: only changed secrets, and null for an empty number. */
export function settingsUpdate(
  values: SettingsValues,
  { version }: Pick<EmailSettings, "version">,
): UpdateEmailSettings {
  const { smtpPassword, sendgridKey, imapPassword, ...rest } = values;
  return {
    ...rest,
    smtpPort: optionalNumber(values.smtpPort),
    imapPort: optionalNumber(values.imapPort),
    pauseMs: requiredNumber(values.pauseMs),
    parallelism: requiredNumber(values.parallelism),
    hourlyCap: optionalNumber(values.hourlyCap),
    dailyCap: optionalNumber(values.dailyCap),
    confirmationHourlyCap: requiredNumber(values.confirmationHourlyCap),
    ...secretField("smtpPassword", smtpPassword),
    ...secretField("sendgridKey", sendgridKey),
    ...secretField("imapPassword", imapPassword),
    version,
  };
}

/** True when server or user differ from those of the stored password, which a save would then delete. */
export function isOtherAccess(access: Access, values: SettingsValues, settings: EmailSettings): boolean {
  const [host, port, username] = accesses[access];
  return (
    values[host].trim() !== (settings[host] ?? "") ||
    optionalNumber(values[port]) !== settings[port] ||
    values[username].trim() !== (settings[username] ?? "")
  );
}

const untouched = (stored: boolean): SecretChange => ({ mode: stored ? "keep" : "replace", text: "" });

function secretField<Name extends string>(name: Name, { mode, text }: SecretChange) {
  if (mode === "remove") return { [name]: "" };
  return mode === "replace" && text !== "" ? { [name]: text } : {};
}

const optionalNumber = (value: NumberField) => (value === "" ? null : Number(value));
/** An empty field becomes NaN, which the schema refuses with its message. */
const requiredNumber = (value: NumberField) => (value === "" ? Number.NaN : Number(value));

const text = (value: string) => value;
const count = (value: number | string) => (value === "" ? "" : formatNumber(Number(value)));
const plain = (value: number | string) => String(value);

const secretStates = {
  keep: "Enregistré, chiffré",
  remove: "À retirer",
} as const;

function secret({ mode, text }: SecretChange): string {
  if (mode !== "replace") return secretStates[mode];
  return text === "" ? "Aucun" : "Nouveau, saisi ici";
}

/** The form's fields, for comparing two versions. A secret shows only whether it is kept, replaced or deleted. */
export const editedSettings: EditedFields<SettingsValues> = {
  simulationMode: { label: "Mode simulation", text: formatYesNo },
  senderName: { label: "Nom de l’expéditeur", text },
  senderEmail: { label: "E-mail de l’expéditeur", text },
  replyTo: { label: "Adresse de réponse", text },
  preferredProvider: { label: "Fournisseur", text: (provider) => providerLabels[provider] },
  smtpHost: { label: "Serveur SMTP", text },
  smtpPort: { label: "Port SMTP", text: plain },
  smtpUsername: { label: "Identifiant SMTP", text },
  smtpPassword: { label: "Mot de passe SMTP", text: secret },
  sendgridKey: { label: "Clé SendGrid", text: secret },
  bounceEmail: { label: "Adresse des retours", text },
  imapHost: { label: "Serveur IMAP", text },
  imapPort: { label: "Port IMAP", text: plain },
  imapUsername: { label: "Identifiant IMAP", text },
  imapPassword: { label: "Mot de passe IMAP", text: secret },
  sendgridWebhookKey: { label: "Clé de vérification des événements SendGrid", text },
  pauseMs: { label: "Pause entre deux e-mails (ms)", text: count },
  parallelism: { label: "Envois simultanés", text: count },
  hourlyCap: { label: "Maximum par heure", text: count },
  dailyCap: { label: "Maximum par jour", text: count },
  confirmationHourlyCap: { label: "Confirmations par heure", text: count },
  confirmationRequested: { label: "Demander la confirmation de l’adresse", text: formatYesNo },
  decisionsWait: { label: "Attendre la confirmation avant de décider", text: formatYesNo },
  deleteUnconfirmed: { label: "Supprimer les inscriptions jamais confirmées", text: formatYesNo },
};

const check = schemaResolver(updateEmailSettingsSchema, { sync: true });

/** Holds the form's values, validates them with the server's schema, and saves them. */
export function useSettingsForm(settings: EmailSettings) {
  const save = useSaveSettings();
  const { isSuperAdmin } = useCurrentAdmin();
  // A save by a plain admin never changes the sender, even when only the example address is stored.
  const toUpdate = (values: SettingsValues, start: EmailSettings) =>
    settingsUpdate(isSuperAdmin ? values : { ...values, senderEmail: start.senderEmail }, start);
  const form = useForm<SettingsValues>({
    initialValues: settingsValues(settings),
    validate: (values) => check(toUpdate(values, settings) as Record<string, unknown>),
  });
  const edit = useVersionedForm({
    form,
    item: settings,
    valuesOf: settingsValues,
    schema: emailSettingsSchema,
    together: Object.values(accesses),
    forgetFailure: save.reset,
    save: (values, start) =>
      save.mutate(toUpdate(values, start), {
        onSuccess: (saved) => {
          edit.saved(saved);
          notifications.show({ color: "green", message: mailingTexts.settingsSaved });
        },
        onError: (error) => edit.failed(error),
      }),
  });
  return { form, save, edit, submit: form.onSubmit(edit.submit, focusFirstError) };
}

export type SettingsFormHandle = ReturnType<typeof useSettingsForm>["form"];

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

/** What becomes of a stored secret, which the browser never sees. */
export type SecretChange = { mode: "keep" | "replace" | "remove"; text: string };

/** Number fields hold "" while they are empty. */
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

/** The sender's address; "" as long as none was saved. */
export function savedSender({ senderEmail }: EmailSettings): string {
  return isExampleSender(senderEmail) ? "" : senderEmail;
}

/** A password goes where it was entered for: who changes one of these has decided about all. */
export const accesses = {
  smtp: ["smtpHost", "smtpPort", "smtpUsername", "smtpPassword"],
  imap: ["imapHost", "imapPort", "imapUsername", "imapPassword"],
} as const;
export type Access = keyof typeof accesses;

/** The body of the call: secrets only where they change, empty numbers as none. */
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

/** Another server or user than the stored password was entered for: saved like this, it is deleted. */
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
/** NaN is refused by the schema with its sentence. */
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

/** The form's fields, for comparing two versions of the settings. Of secrets, only whether they are kept, replaced or deleted. */
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

/** The form's values, checked by the schema that the server uses, and saving. */
export function useSettingsForm(settings: EmailSettings) {
  const save = useSaveSettings();
  const { isSuperAdmin } = useCurrentAdmin();
  // What a plain admin saves leaves the sender as it is, the example too.
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

import { Button, Checkbox, Radio, Stack, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import {
  type CreateWebhook,
  createWebhookSchema,
  updateWebhookSchema,
  type Webhook,
  webhookSchema,
} from "#contract/webhooks.schema.ts";
import { webhookEventLabels, webhookEvents, webhookKindLabels, webhookKinds } from "#contract/webhooks.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusFirstError, showRefusal } from "#web/admin/ui/focus.ts";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { RequiredNote } from "#web/admin/ui/required-note.tsx";
import { LeaveDialog, useUnsavedGuard } from "#web/admin/ui/unsaved-guard.tsx";
import type { EditedFields } from "#web/admin/ui/versions/merge-edit.ts";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { isStale, useVersionedForm } from "#web/admin/ui/versions/use-versioned-form.ts";
import { formatYesNo } from "#web/lib/format.ts";
import { webhookName } from "./webhook-texts.ts";
import { useCreateWebhook, useEditWebhook } from "./webhooks.api.ts";

const keptText =
  "À garder : cet outil a pu recevoir des noms et doit apprendre leur effacement, même s’il n’en reçoit plus.";

type Choice = Pick<CreateWebhook, "url" | "events" | "personal">;
type Form<Values extends Choice> = ReturnType<typeof useForm<Values>>;

type CreationProps = { onClose: () => void; onCreated: (secret: string | null) => void };

export function WebhookCreation({ onClose, onCreated }: CreationProps) {
  const create = useCreateWebhook();
  const form = useForm<CreateWebhook>({
    initialValues: { kind: "standard", url: "", events: [...webhookEvents], personal: false },
    validate: schemaResolver(createWebhookSchema, { sync: true }),
  });
  const submit = form.onSubmit(
    (values) =>
      create.mutate(values, {
        onSuccess: ({ secret }) => onCreated(secret),
        onError: (error) => showRefusal(form, error),
      }),
    focusFirstError,
  );
  return (
    <FormDialog
      title="Ajouter un webhook"
      label="Ajouter"
      dirty={form.isDirty()}
      saving={create.isPending}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack>
          <Radio.Group label="Type" {...form.getInputProps("kind")}>
            <Stack gap="xs" mt="xs">
              {webhookKinds.map((kind) => (
                <Radio key={kind} value={kind} label={webhookKindLabels[kind]} />
              ))}
            </Stack>
          </Radio.Group>
          <ChoiceFields form={form as unknown as Form<Choice>} />
          <Failure error={create.error} onClose={create.reset} />
        </Stack>
      </form>
    </FormDialog>
  );
}

type EditValues = Choice & { isActive: boolean };

const editedFields: EditedFields<EditValues> = {
  url: { label: "Adresse", text: String },
  events: {
    label: "Événements",
    text: (events) => events.map((event) => webhookEventLabels[event]).join(", "),
  },
  personal: { label: "Nom et adresse des personnes", text: formatYesNo },
  isActive: { label: "Actif", text: formatYesNo },
};

const valuesOf = ({ url, events, personal, isActive }: Webhook): EditValues => ({
  url: url ?? "",
  events,
  personal,
  isActive,
});
const check = schemaResolver(updateWebhookSchema, { sync: true });

export function WebhookEdition({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const save = useEditWebhook(webhook.id);
  const form = useForm<EditValues>({
    initialValues: valuesOf(webhook),
    validate: (values) => check({ ...values, version: webhook.version }),
  });
  const edit = useVersionedForm({
    form,
    item: webhook,
    valuesOf,
    schema: webhookSchema,
    forgetFailure: save.reset,
    save: (values, { version }) =>
      save.mutate(
        { ...values, version },
        {
          onSuccess: () => {
            notifications.show({ color: "green", message: "Enregistré." });
            onClose();
          },
          onError: (error) => edit.failed(error),
        },
      ),
  });
  return (
    <FormDialog
      title="Modifier le webhook"
      label="Enregistrer"
      dirty={edit.dirty}
      saving={save.isPending}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={form.onSubmit(edit.submit, focusFirstError)}>
        <Stack>
          <Checkbox
            label="Actif"
            description="Ce qui attend part dès qu’il est actif. Inactif, il ne note plus que les suppressions, s’il reçoit ou a reçu des noms."
            {...form.getInputProps("isActive", { type: "checkbox" })}
          />
          <ChoiceFields form={form as unknown as Form<Choice>} keepsDeletions={keepsDeletions(webhook)} />
          <Failure error={save.error} onClose={save.reset} />
        </Stack>
      </form>
      <StaleDialog edit={edit} thing={`Webhook « ${webhookName(webhook)} »`} fields={editedFields} />
    </FormDialog>
  );
}

/** An endpoint that may have received names must receive their deletions. A channel is no register of persons. */
const keepsDeletions = ({ kind, hadPersonal }: Webhook) => kind === "standard" && hadPersonal;

type ChoiceProps = { form: Form<Choice>; keepsDeletions?: boolean };

/** The form of an endpoint: its address, its events, and whether the events contain personal data. */
function ChoiceFields({ form, keepsDeletions = false }: ChoiceProps) {
  return (
    <>
      <RequiredNote />
      <TextInput
        label="Adresse"
        type="url"
        placeholder="https://"
        autoComplete="off"
        withAsterisk
        aria-required
        {...form.getInputProps("url")}
      />
      <Checkbox.Group
        label="Événements"
        {...form.getInputProps("events")}
        // In one order, so that an event that is removed and added again is no change.
        onChange={(events) =>
          form.setFieldValue(
            "events",
            webhookEvents.filter((event) => events.includes(event)),
          )
        }
      >
        <Stack gap="xs" mt="xs">
          {webhookEvents.map((event) => (
            <Checkbox
              key={event}
              value={event}
              label={webhookEventLabels[event]}
              description={event === "signup.deleted" && keepsDeletions ? keptText : undefined}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox
        label="Transmettre le nom, l’adresse e-mail et le site des personnes"
        description="Un canal de discussion n’affiche que le nom. Cet outil devient un destinataire à nommer dans votre registre. Sans cela, seuls partent des identifiants et des états."
        {...form.getInputProps("personal", { type: "checkbox" })}
      />
    </>
  );
}

function Failure({ error, onClose }: { error: Error | null; onClose: () => void }) {
  if (isStale(error) || isConfirmationDeclined(error)) return null;
  return <ErrorAlert error={error} onClose={onClose} />;
}

const formId = "webhook";

type FormDialogProps = {
  title: string;
  label: string;
  dirty: boolean;
  saving: boolean;
  onClose: () => void;
  children: ReactNode;
};

function FormDialog({ title, label, dirty, saving, onClose, children }: FormDialogProps) {
  const guard = useUnsavedGuard(dirty, []);
  const close = () => guard.ask(onClose);
  return (
    <>
      <AdminDialog
        title={title}
        open
        onClose={close}
        pending={saving}
        actions={
          <>
            <Button variant="default" disabled={saving} onClick={close}>
              Annuler
            </Button>
            <SavingButton type="submit" form={formId} loading={saving}>
              {label}
            </SavingButton>
          </>
        }
      >
        {children}
      </AdminDialog>
      <LeaveDialog {...guard} />
    </>
  );
}

import { Button, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { closeRequestSchema, openRequestSchema, type PrivacyRequest } from "#contract/privacy.schema.ts";
import { type RequestKind, requestKindLabels, requestKinds } from "#contract/privacy.ts";
import { useCloseRequest, useOpenRequest } from "#web/admin/features/privacy/privacy.api.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusFirstError } from "#web/admin/ui/focus.ts";

const kinds = requestKinds.map((value) => ({ value, label: requestKindLabels[value] }));

export function OpenRequestDialog({ onClose }: { onClose: () => void }) {
  const open = useOpenRequest();
  const form = useForm<{ email: string; kind: RequestKind }>({
    initialValues: { email: "", kind: "access" },
    validate: schemaResolver(openRequestSchema, { sync: true }),
  });
  const submit = form.onSubmit((values) => open.mutate(values, { onSuccess: onClose }), focusFirstError);
  return (
    <AdminDialog
      title="Noter une demande"
      size="md"
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <SavingButton type="submit" form="new-request" loading={open.isPending}>
            Noter
          </SavingButton>
        </>
      }
    >
      <form id="new-request" noValidate onSubmit={submit}>
        <Stack>
          <Text>
            Pour une demande reçue autrement que par la page personnelle : courrier, e-mail, téléphone.
          </Text>
          <TextInput
            label="Adresse e-mail de la personne"
            description="Seule son empreinte chiffrée est conservée."
            type="email"
            withAsterisk
            aria-required
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("email")}
          />
          <NativeSelect label="Demande" data={kinds} {...form.getInputProps("kind")} />
          <ErrorAlert error={open.error} />
        </Stack>
      </form>
    </AdminDialog>
  );
}

type CloseRequestDialogProps = { request: PrivacyRequest; onClose: () => void };

export function CloseRequestDialog({ request: { id, kind }, onClose }: CloseRequestDialogProps) {
  const close = useCloseRequest();
  const form = useForm({
    initialValues: { outcome: "" },
    validate: schemaResolver(closeRequestSchema, { sync: true }),
  });
  const submit = form.onSubmit(
    ({ outcome }) => close.mutate({ id, outcome }, { onSuccess: onClose }),
    focusFirstError,
  );
  return (
    <AdminDialog
      title={`Clore la demande : ${requestKindLabels[kind]}`}
      size="md"
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <SavingButton type="submit" form="close-request" loading={close.isPending}>
            Clore
          </SavingButton>
        </>
      }
    >
      <form id="close-request" noValidate onSubmit={submit}>
        <Stack>
          <Text>La demande reste au registre, avec la suite donnée.</Text>
          <TextInput
            label="Suite donnée"
            description="Par exemple « Copie envoyée » ou « Refusée : identité non établie ». N’y mettez pas de nom."
            withAsterisk
            aria-required
            data-autofocus
            {...form.getInputProps("outcome")}
          />
          <ErrorAlert error={close.error} />
        </Stack>
      </form>
    </AdminDialog>
  );
}

import { Button, Stack, Text, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { closeRequestSchema, type PrivacyRequest } from "#contract/privacy.schema.ts";
import { requestKindLabels } from "#contract/privacy.ts";
import { useCloseRequest } from "#web/admin/features/privacy/privacy.api.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { focusFirstError } from "#web/admin/ui/focus-field.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";

type Props = { request: PrivacyRequest; onClose: () => void };

export function CloseRequestDialog({ request: { id, kind }, onClose }: Props) {
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

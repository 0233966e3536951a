import { Button, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { openRequestSchema } from "#contract/privacy.schema.ts";
import { type RequestKind, requestKindLabels, requestKinds } from "#contract/privacy.ts";
import { useOpenRequest } from "#web/admin/features/privacy/privacy.api.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { focusFirstError } from "#web/admin/ui/focus-field.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";

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

import { Button, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import type { Ref } from "react";
import { createEmailTemplateSchema, type EmailTemplate } from "#contract/email.schema.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { focusFirstError, showRefusal } from "#web/admin/ui/focus-field.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { useCreateTemplate } from "./templates.api.ts";

type FormProps = { templates: EmailTemplate[]; onCreated: (id: string) => void };
type Props = FormProps & { ref: Ref<HTMLButtonElement> };

/** Adds a template besides the given ones, empty or with the text of another. */
export function NewTemplate({ templates, onCreated, ref }: Props) {
  const [open, dialog] = useDisclosure(false);
  return (
    <>
      <Button
        ref={ref}
        variant="default"
        fullWidth
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={dialog.open}
      >
        Nouveau modèle
      </Button>
      <AdminDialog title="Nouveau modèle" size="md" open={open} onClose={dialog.close}>
        <NewTemplateForm
          templates={templates}
          onCreated={(id) => {
            dialog.close();
            onCreated(id);
          }}
        />
      </AdminDialog>
    </>
  );
}

const emptyContent = "<p>Bonjour {{firstName}},</p><p></p>";

function NewTemplateForm({ templates, onCreated }: FormProps) {
  const create = useCreateTemplate();
  const form = useForm({
    initialValues: { name: "", from: "" },
    validate: schemaResolver(createEmailTemplateSchema.pick({ name: true }).loose(), { sync: true }),
  });
  const submit = form.onSubmit(({ name, from }) => {
    const { subject, content } = templates.find(({ id }) => id === from) ?? {
      ...{ subject: name, content: emptyContent },
    };
    create.mutate(
      { name, subject, content },
      {
        onSuccess: ({ id }) => onCreated(id),
        onError: (error) => showRefusal(form, error),
      },
    );
  }, focusFirstError);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>Un point de départ pour les e-mails que vous écrirez, à une personne ou à toutes.</Text>
        <TextInput
          label="Nom du modèle"
          description="Il n’apparaît pas dans l’e-mail."
          withAsterisk
          aria-required
          data-autofocus
          {...form.getInputProps("name")}
        />
        <NativeSelect
          label="Partir de"
          data={[
            { value: "", label: "Un texte vide" },
            ...templates.map(({ id, name }) => ({ value: id, label: `« ${name} »` })),
          ]}
          {...form.getInputProps("from")}
        />
        <ErrorAlert error={create.error} fallback="Le modèle n’a pas pu être ajouté." />
        <SavingButton type="submit" loading={create.isPending} ml="auto">
          Créer le modèle
        </SavingButton>
      </Stack>
    </form>
  );
}

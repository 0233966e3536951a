import { Group, Paper, Stack, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { IconSearch } from "@tabler/icons-react";
import { privacyAddressSchema } from "#contract/privacy.schema.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { focusFirstError } from "#web/admin/ui/focus-field.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { useSearchPerson } from "./privacy.api.ts";

export function SearchForm() {
  const search = useSearchPerson();
  const form = useForm({
    initialValues: { email: "" },
    validate: schemaResolver(privacyAddressSchema, { sync: true }),
  });
  const submit = form.onSubmit(({ email }) => search.mutate(email.trim()), focusFirstError);
  return (
    <Paper component="form" role="search" withBorder p="md" noValidate onSubmit={submit}>
      <Stack gap="sm">
        <Group align="flex-start" gap="sm">
          <TextInput
            label="Adresse e-mail de la personne"
            description="L’adresse entière. La recherche porte sur les inscriptions, les messages, les consentements et les adresses bloquées."
            type="email"
            aria-required
            autoComplete="off"
            flex="1 1 18rem"
            inputWrapperOrder={["label", "input", "error", "description"]}
            {...form.getInputProps("email")}
          />
          <SavingButton
            type="submit"
            mt={24}
            leftSection={<IconSearch size={16} aria-hidden />}
            loading={search.isPending}
          >
            Rechercher
          </SavingButton>
        </Group>
        <ErrorAlert error={search.error} />
      </Stack>
    </Paper>
  );
}

import { Group, Paper, Stack, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { IconSearch } from "@tabler/icons-react";
import { privacyAddressSchema } from "#contract/privacy.schema.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusFirstError } from "#web/admin/ui/focus.ts";
import type { PrefetchScreen } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { PersonPanel } from "./person-panel.tsx";
import { registerQuery, useFoundPerson, useSearchPerson } from "./privacy.api.ts";
import { Register } from "./register.tsx";

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => prefetchQuery(registerQuery);

/** Handles the requests of data subjects: access, copy, correction, limitation, objection, erasure. Also keeps their register. */
export default function PrivacyScreen() {
  const found = useFoundPerson();
  return (
    <>
      <ScreenHeader title="Données personnelles">
        Répondre à une personne qui demande ses données, leur rectification ou leur effacement.
      </ScreenHeader>
      <Stack gap="xl">
        <SearchForm />
        {found && <PersonPanel key={found.email} email={found.email} report={found.report} />}
        <Register />
      </Stack>
    </>
  );
}

export function SearchForm() {
  const search = useSearchPerson();
  const form = useForm({
    initialValues: { email: "" },
    validate: schemaResolver(privacyAddressSchema, { sync: true }),
  });
  const submit = form.onSubmit(({ email }) => search.find(email.trim()), focusFirstError);
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

import { Stack } from "@mantine/core";
import type { PrefetchScreen } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { PersonPanel } from "./person/person-panel.tsx";
import { registerQuery, useFound } from "./privacy.api.ts";
import { Register } from "./register/register.tsx";
import { SearchForm } from "./search-form.tsx";

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => prefetchQuery(registerQuery);

/** The desk for what people may ask for: look up, hand over, correct, set aside, erase; and the register of it all. */
export default function PrivacyScreen() {
  const found = useFound();
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

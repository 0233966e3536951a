import { Stack } from "@mantine/core";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { PersonPanel } from "./person/person-panel.tsx";
import { useFound } from "./privacy.api.ts";
import { Register } from "./register/register.tsx";
import { SearchForm } from "./search-form.tsx";

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

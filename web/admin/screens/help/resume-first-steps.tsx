import { Button } from "@mantine/core";
import { useNavigate } from "react-router";
import { useChangePreferences } from "#web/admin/ui/preferences.api.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";

/** For who left the first steps before their end. */
export function ResumeFirstSteps() {
  const { isSuperAdmin, preferences } = useCurrentAdmin();
  const change = useChangePreferences();
  const navigate = useNavigate();
  if (!isSuperAdmin || !preferences.firstStepsLeft) return null;
  const resume = () =>
    change.mutate({ firstStepsLeft: false }, { onSuccess: () => navigate(screenAddress("")) });
  return (
    <Button variant="default" mt="md" mr="md" w="fit-content" onClick={resume}>
      Reprendre les premiers pas
    </Button>
  );
}

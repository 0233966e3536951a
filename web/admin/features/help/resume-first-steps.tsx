import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { firstStepsQuery } from "#web/admin/ui/first-run/first-steps.api.ts";
import { useChangePreferences } from "#web/admin/ui/preferences.api.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";

/** For who left the first steps before their end; what is done is not taken up again. */
export function ResumeFirstSteps() {
  const { isSuperAdmin, preferences } = useCurrentAdmin();
  const isLeft = isSuperAdmin && preferences.firstStepsLeft;
  const { data } = useQuery({ ...firstStepsQuery, enabled: isLeft });
  const change = useChangePreferences();
  const navigate = useNavigate();
  if (!isLeft || !data || data.steps.every(({ done }) => done)) return null;
  const resume = () =>
    change.mutate({ firstStepsLeft: false }, { onSuccess: () => navigate(screenAddress("")) });
  return (
    <Button variant="default" onClick={resume}>
      Reprendre les premiers pas
    </Button>
  );
}

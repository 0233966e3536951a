import { Button } from "@mantine/core";
import { IconDownload, IconRefresh } from "@tabler/icons-react";
import { memo } from "react";
import type { Audience } from "#contract/audience.ts";
import { audienceTexts } from "#web/admin/screens/signups/audience-texts.ts";
import type { ListFilters } from "#web/admin/screens/signups/list-params.ts";
import { exportAddress, useExport } from "#web/admin/screens/signups/signups.api.ts";
import { hasModifier } from "#web/admin/ui/has-modifier.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";

type Props = {
  audience: Audience;
  filters: ListFilters;
  isFetching: boolean;
  onRefresh: () => Promise<unknown>;
};

export const SignupsHeader = memo(function SignupsHeader({
  audience,
  filters,
  isFetching,
  onRefresh,
}: Props) {
  const { title, about } = audienceTexts[audience];
  const exporting = useExport();
  return (
    <ScreenHeader
      title={title}
      actions={
        <>
          <Button
            component="a"
            href={exportAddress(audience, filters)}
            download
            onClick={(event) => {
              if (hasModifier(event)) return;
              event.preventDefault();
              exporting.mutate(exportAddress(audience, filters));
            }}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Exporter en CSV
          </Button>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isFetching}
            onClick={() => void onRefresh()}
          >
            Actualiser
          </Button>
        </>
      }
    >
      {about}
    </ScreenHeader>
  );
});

import { Button } from "@mantine/core";
import { IconDownload, IconRefresh } from "@tabler/icons-react";
import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { memo } from "react";
import type { Audience } from "#contract/audience.ts";
import { audienceTexts } from "#web/admin/screens/signups/audience-texts.ts";
import type { ListFilters } from "#web/admin/screens/signups/list-params.ts";
import { exportAddress, listsKey, useExport } from "#web/admin/screens/signups/signups.api.ts";
import { hasModifier } from "#web/admin/ui/has-modifier.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import classes from "./list.module.css";

type Props = {
  audience: Audience;
  filters: ListFilters;
};

export const SignupsHeader = memo(function SignupsHeader({ audience, filters }: Props) {
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
          <RefreshButton audience={audience} />
        </>
      }
    >
      {about}
    </ScreenHeader>
  );
});

/** Its sign turns while the list is read, which it is with every page: alone, the rest of the heading has nothing to do with it. */
function RefreshButton({ audience }: { audience: Audience }) {
  const queryClient = useQueryClient();
  const inView = { queryKey: listsKey(audience), type: "active" } as const;
  const isReading = useIsFetching(inView) > 0;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden className={classes.refresh} data-turning={isReading} />}
      onClick={() => void queryClient.refetchQueries(inView)}
    >
      Actualiser
    </Button>
  );
}

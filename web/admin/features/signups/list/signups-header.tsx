import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useIsFetching } from "@tanstack/react-query";
import { memo } from "react";
import type { Audience } from "#contract/audience.ts";
import { audienceTexts } from "#web/admin/features/signups/audience-texts.ts";
import type { ListFilters } from "#web/admin/features/signups/list-params.ts";
import { exportAddress, listsKey } from "#web/admin/features/signups/signups.api.ts";
import { ExportButton } from "#web/admin/ui/export-button.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import classes from "./list.module.css";

type Props = {
  audience: Audience;
  filters: ListFilters;
  onRefresh: () => void;
  /** There is somebody to export. */
  mayExport: boolean;
};

export const SignupsHeader = memo(function SignupsHeader({ audience, filters, onRefresh, mayExport }: Props) {
  const { title, about } = audienceTexts[audience];
  return (
    <ScreenHeader
      title={title}
      actions={
        <>
          {mayExport && <ExportButton address={exportAddress(audience, filters)} />}
          <RefreshButton audience={audience} onRefresh={onRefresh} />
        </>
      }
    >
      {about}
    </ScreenHeader>
  );
});

/** Its sign turns while the list is read, which it is with every page: alone, the rest of the heading has nothing to do with it. */
function RefreshButton({ audience, onRefresh }: Pick<Props, "audience" | "onRefresh">) {
  const inView = { queryKey: listsKey(audience), type: "active" } as const;
  const isReading = useIsFetching(inView) > 0;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden className={classes.refresh} data-turning={isReading} />}
      onClick={onRefresh}
    >
      Actualiser
    </Button>
  );
}

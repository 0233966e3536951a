import { Button } from "@mantine/core";
import { IconDownload, IconRefresh } from "@tabler/icons-react";
import type { MouseEvent } from "react";
import type { Audience } from "#contract/audience.ts";
import { audienceTexts } from "#web/admin/screens/signups/audience-texts.ts";
import type { ListParams } from "#web/admin/screens/signups/list-params.ts";
import { exportAddress, useExport } from "#web/admin/screens/signups/signups.api.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";

type Props = {
  audience: Audience;
  params: ListParams;
  list: { isFetching: boolean; refetch: () => Promise<unknown> };
};

export function SignupsHeader({ audience, params, list }: Props) {
  const { title, about } = audienceTexts[audience];
  const exporting = useExport();
  return (
    <ScreenHeader
      title={title}
      actions={
        <>
          <Button
            component="a"
            href={exportAddress(audience, params)}
            download
            onClick={(event) => {
              if (hasModifier(event)) return;
              event.preventDefault();
              exporting.mutate(exportAddress(audience, params));
            }}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Exporter en CSV
          </Button>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={list.isFetching}
            onClick={() => void list.refetch()}
          >
            Actualiser
          </Button>
        </>
      }
    >
      {about}
    </ScreenHeader>
  );
}

/** Opens in another tab or saves as: the browser's affair. */
function hasModifier({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}

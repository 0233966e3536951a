import { Button } from "@mantine/core";
import { IconDownload, IconRefresh } from "@tabler/icons-react";
import type { Audience } from "#contract/audience.ts";
import { ScreenHeader } from "../shell/screen-header.tsx";
import { audienceTexts } from "./audience-texts.ts";
import type { ListParams } from "./list-params.ts";
import { exportAddress } from "./signups.api.ts";

type Props = {
  audience: Audience;
  params: ListParams;
  list: { isFetching: boolean; refetch: () => Promise<unknown> };
};

export function SignupsHeader({ audience, params, list }: Props) {
  const { title, about } = audienceTexts[audience];
  return (
    <ScreenHeader
      title={title}
      actions={
        <>
          <Button
            component="a"
            href={exportAddress(audience, params)}
            download
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

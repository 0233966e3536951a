import { Button, Group, Stack } from "@mantine/core";
import { IconDownload, IconMailOff } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Suppression } from "#contract/suppressions.schema.ts";
import { EmptyState } from "#web/admin/ui/empty-state.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { AddSuppressionForm } from "./add-suppression-form.tsx";
import { AddressSearch } from "./address-search.tsx";
import { LiftDialog } from "./lift-dialog.tsx";
import { suppressionsQuery, useExport } from "./suppressions.api.ts";
import { SuppressionsTable } from "./suppressions-table.tsx";

export default function SuppressionsScreen() {
  const [email, setEmail] = useState("");
  const [lifting, setLifting] = useState<Suppression | null>(null);
  const list = useInfiniteQuery(suppressionsQuery(email));
  const exporting = useExport();
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <ScreenHeader
        title="Adresses bloquées"
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            Exporter en CSV
          </Button>
        }
      >
        Elles ne reçoivent plus d’actualités. Les liens de connexion leur parviennent toujours.
      </ScreenHeader>
      <Stack gap="lg">
        <ErrorAlert
          error={isConfirmationDeclined(exporting.error) ? null : exporting.error}
          fallback="L’export n’a pas pu commencer"
          onClose={exporting.reset}
        />
        <AddSuppressionForm />
        <AddressSearch email={email} onSearch={setEmail} />
        <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && <LoadingText>Chargement des adresses bloquées…</LoadingText>}
        {list.isSuccess && items.length === 0 && (
          <EmptyState
            icon={IconMailOff}
            title={email === "" ? "Aucune adresse n’est bloquée" : "Cette adresse n’est pas bloquée"}
          />
        )}
        {items.length > 0 && <SuppressionsTable items={items} onLift={setLifting} />}
        {list.hasNextPage && (
          <Group justify="center">
            <Button
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Afficher plus
            </Button>
          </Group>
        )}
      </Stack>
      {lifting && <LiftDialog key={lifting.id} suppression={lifting} onClose={() => setLifting(null)} />}
    </>
  );
}

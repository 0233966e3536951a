import { Anchor, Card, FileButton, Stack, Text } from "@mantine/core";
import { IconFileImport, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "react-router";
import { z } from "zod";
import type { ImportSummary } from "#contract/imports.schema.ts";
import { importLimits, importStatusLabels } from "#contract/imports.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { EmptyState, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { type PrefetchScreen, useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useAddress, uuidParameter } from "#web/admin/ui/use-address.ts";
import { formatCount, formatDateTime, formatNumber } from "#web/lib/format.ts";
import { ImportPanel } from "./import-panel.tsx";
import { importQuery, importsQuery, useUploadFile } from "./imports.api.ts";

const address = z.object({ import: uuidParameter });

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => prefetchQuery(importsQuery);

export default function ImportsScreen() {
  const { state, change } = useAddress(address);
  const imports = useEagerQuery(importsQuery);
  const open = useQuery({ ...importQuery(state.import ?? ""), enabled: state.import !== null }).data;
  // The open import is polled more often than the list, so its own data is newer.
  const items = (imports.data?.items ?? []).map((item) => (item.id === open?.id ? open : item));
  return (
    <>
      <ScreenHeader
        title="Importer des inscriptions"
        actions={<FileChooser onSent={(id) => change({ import: id })} />}
      >
        Reprenez une liste tenue ailleurs, au format CSV. Aucun e-mail ne part : informez ces personnes dans
        le mois, en nommant la liste (article 14 du RGPD). Rien n’est remplacé, et un import peut être annulé
        pendant {importLimits.keptDays} jours.
      </ScreenHeader>
      <Stack gap="lg">
        {state.import && (
          <ImportPanel key={state.import} id={state.import} onClose={() => change({ import: null })} />
        )}
        <ErrorAlert error={imports.error} onRetry={() => void imports.refetch()} />
        {imports.isPending && <LoadingText>Chargement des imports…</LoadingText>}
        {imports.isSuccess && items.length === 0 && (
          <EmptyState icon={IconFileImport} title="Aucun import pour le moment">
            Exportez la liste de Mailchimp, Brevo, Google Contacts ou listmonk, puis choisissez le fichier.
          </EmptyState>
        )}
        {items.length > 0 && <History items={items} />}
      </Stack>
    </>
  );
}

function FileChooser({ onSent }: { onSent: (id: string) => void }) {
  const upload = useUploadFile();
  const resetRef = useRef<() => void>(null);
  return (
    <Stack gap="xs" align="flex-start">
      <FileButton
        accept=".csv,.tsv,.txt,text/csv"
        resetRef={resetRef}
        onChange={(file) => {
          if (!file) return;
          upload.mutate(file, { onSuccess: ({ id }) => onSent(id) });
          resetRef.current?.(); // the same file can be chosen again, once it is corrected
        }}
      >
        {(props) => (
          <SavingButton
            {...props}
            loading={upload.isPending}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            Choisir un fichier
          </SavingButton>
        )}
      </FileButton>
      <Text size="xs" c="dimmed">
        {importLimits.fileBytes / 1024 / 1024} Mo et {formatNumber(importLimits.rowsMax)} lignes au plus
      </Text>
      <ErrorAlert error={upload.error} onClose={upload.reset} />
    </Stack>
  );
}

function History({ items }: { items: ImportSummary[] }) {
  return (
    <Card withBorder padding={0}>
      <DataTable
        folds
        caption="Imports, les plus récents d’abord"
        head={
          <>
            <ColumnHeader>Fichier envoyé</ColumnHeader>
            <ColumnHeader>État</ColumnHeader>
            <ColumnHeader>Inscriptions</ColumnHeader>
            <ColumnHeader>Par</ColumnHeader>
          </>
        }
      >
        {items.map((item) => (
          <tr key={item.id}>
            <RowHeader>
              <Anchor component={Link} to={`?import=${item.id}`}>
                <time dateTime={item.createdAt}>{formatDateTime(item.createdAt)}</time>
              </Anchor>
            </RowHeader>
            <td data-beside>{importStatusLabels[item.status]}</td>
            <td data-beside>
              {formatNumber(item.imported - item.undone)} sur {formatCount(item.total, "ligne")}
            </td>
            <td>{item.createdBy}</td>
          </tr>
        ))}
      </DataTable>
    </Card>
  );
}

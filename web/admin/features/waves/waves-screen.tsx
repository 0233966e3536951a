import { Anchor, Button, Group, Text } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { z } from "zod";
import type { Wave } from "#contract/waves.schema.ts";
import { waveStatusLabels } from "#contract/waves.ts";
import { MailBanners } from "#web/admin/mail-kit/mail-banners.tsx";
import { emailSettingsQuery, holdQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { EmptyState, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { MoreButton } from "#web/admin/ui/more-button.tsx";
import { type PrefetchScreen, useEagerInfiniteQuery } from "#web/admin/ui/prefetch.ts";
import { Pill } from "#web/admin/ui/row-parts.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { formatNumber } from "#web/lib/format.ts";
import { WaveForm } from "./wave-form.tsx";
import { WavePage } from "./wave-page.tsx";
import { waveAddress, waveTime, waveTitle } from "./wave-texts.ts";
import { waveListQuery } from "./waves.api.ts";

export const prefetch: PrefetchScreen = ({ prefetchQuery, prefetchList }) => {
  prefetchList(waveListQuery);
  prefetchQuery(emailSettingsQuery);
  prefetchQuery(holdQuery);
};

const idSchema = z.uuid();

export default function WavesScreen() {
  const { wave } = useParams();
  const id = idSchema.safeParse(wave);
  return id.success ? <WavePage key={id.data} id={id.data} /> : <WaveList />;
}

function WaveList() {
  const list = useEagerInfiniteQuery(waveListQuery);
  const waves = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const [isNew, setNew] = useState(false);
  const navigate = useNavigate();
  const create = <Button onClick={() => setNew(true)}>Nouvelle vague</Button>;
  return (
    <>
      <ScreenHeader title="Vagues" actions={create}>
        Faire entrer les personnes approuvées, par groupes : chacune reçoit un code personnel pour
        l’application.
      </ScreenHeader>
      <MailBanners />
      {list.isPending && <LoadingText>Chargement des vagues…</LoadingText>}
      {list.isError && (
        <ErrorAlert
          error={list.error}
          fallback="Les vagues n’ont pas pu être chargées."
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && waves.length === 0 && (
        <EmptyState
          icon={IconTicket}
          title="Personne n’a encore été invité"
          action={
            <Button mt="xs" onClick={() => setNew(true)}>
              Préparer la première vague
            </Button>
          }
        >
          Choisissez combien de personnes, et lesquelles. Un aperçu montre qui serait invité avant que rien ne
          parte.
        </EmptyState>
      )}
      {waves.length > 0 && <WaveTable waves={waves} />}
      {list.hasNextPage && (
        <Group justify="center" mt="sm">
          <MoreButton list={list} />
        </Group>
      )}
      <WaveForm
        open={isNew}
        model={null}
        onClose={() => setNew(false)}
        onLaunched={(id) => void navigate(waveAddress(id))}
      />
    </>
  );
}

const columns = ["Invités", "À envoyer", "Envoyées", "Utilisées", "Non remises"] as const;

function WaveTable({ waves }: { waves: Wave[] }) {
  return (
    <DataTable
      caption="Vagues, de la plus récente à la plus ancienne, avec l’état de leurs invitations"
      folds
      head={
        <>
          <ColumnHeader>Vague</ColumnHeader>
          <ColumnHeader>État</ColumnHeader>
          {columns.map((column) => (
            <ColumnHeader key={column} data-number>
              {column}
            </ColumnHeader>
          ))}
        </>
      }
    >
      {waves.map((wave) => (
        <tr key={wave.id}>
          <RowHeader>
            <Anchor component={Link} to={waveAddress(wave.id)} fw={600} inherit>
              {waveTitle(wave)}
            </Anchor>
            <Text size="sm" c="dimmed" component="div" fw={400}>
              {waveTime(wave)}
              {wave.sentence && `, ${wave.sentence}`}
            </Text>
            {wave.problem && (
              <Text size="sm" component="div" fw={400}>
                {wave.problem}
              </Text>
            )}
          </RowHeader>
          <td data-beside data-label="État">
            <Pill tone={wave.status === "started" ? "green" : "gray"}>{waveStatusLabels[wave.status]}</Pill>
          </td>
          {numbersOf(wave).map((number, place) => (
            <td key={columns[place]} data-number data-beside data-label={columns[place]} className="tabular">
              {formatNumber(number)}
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}

const numbersOf = ({ total, counts }: Wave) => [
  total,
  counts.toSend,
  counts.sent,
  counts.redeemed,
  counts.bounced,
];

import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { formatDay } from "#contract/stats.ts";
import type { WaveDetail } from "#contract/waves.schema.ts";
import { MailBanners } from "#web/admin/mail-kit/mail-banners.tsx";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { fieldFailure } from "#web/admin/ui/field-failure.ts";
import { listAddress } from "#web/admin/ui/list-address.ts";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { formatNumber } from "#web/lib/format.ts";
import { WaveDraw } from "./wave-draw.tsx";
import { WaveForm } from "./wave-form.tsx";
import { waveAddress, waveOrigin, wavesAddress, waveTitle } from "./wave-texts.ts";
import { useWaveAction, waveQuery } from "./waves.api.ts";

/** One wave: the numbers of invitations that were sent, redeemed and not delivered. */
export function WavePage({ id }: { id: string }) {
  const { data: wave, error, isPending, refetch } = useEagerQuery(waveQuery(id));
  return (
    <>
      <Anchor component={Link} to={wavesAddress} size="sm">
        Toutes les vagues
      </Anchor>
      {isPending && <LoadingText>Chargement de la vague…</LoadingText>}
      <ErrorAlert error={error} fallback="La vague n’a pas pu être chargée." onRetry={() => void refetch()} />
      {wave && <Shown wave={wave} />}
    </>
  );
}

function Shown({ wave }: { wave: WaveDetail }) {
  const [isNext, setNext] = useState(false);
  const navigate = useNavigate();
  const { audience, segmentId, order, count, templateId } = wave;
  return (
    <>
      <ScreenHeader
        title={waveTitle(wave)}
        actions={
          <Group gap="sm">
            <WaveActions wave={wave} />
            <Button variant="default" onClick={() => setNext(true)}>
              Vague suivante
            </Button>
          </Group>
        }
      >
        {waveOrigin(wave)}.{wave.sentence && ` ${wave.sentence}.`}
      </ScreenHeader>
      <MailBanners />
      <Stack>
        {wave.problem && (
          <Alert role="note" color="yellow">
            {wave.problem}
          </Alert>
        )}
        {wave.seed && <WaveDraw seed={wave.seed} />}
        <Counts wave={wave} />
        <Redeemed wave={wave} />
      </Stack>
      <WaveForm
        open={isNext}
        model={{ audience, segmentId, order, count, templateId }}
        onClose={() => setNext(false)}
        onLaunched={(id) => {
          setNext(false);
          void navigate(waveAddress(id));
        }}
      />
    </>
  );
}

function WaveActions({ wave }: { wave: WaveDetail }) {
  const act = useWaveAction(wave.id);
  const [asks, setAsks] = useState(false);
  const { status, hasLeft } = wave;
  if (status === "stopped" || status === "cancelled") return null;
  const label = status === "started" && hasLeft ? "Arrêter" : "Annuler la vague";
  const failure = (
    <ErrorAlert
      error={fieldFailure(act.error)}
      fallback="La vague n’a pas pu être changée."
      onClose={act.reset}
    />
  );
  return (
    <>
      {status !== "started" && (
        <SavingButton loading={act.isPending} onClick={() => act.mutate("start")}>
          Lancer maintenant
        </SavingButton>
      )}
      <Button variant="default" onClick={() => setAsks(true)}>
        {label}
      </Button>
      {act.variables === "start" && failure}
      <ConfirmDialog
        title={`${label} ?`}
        open={asks}
        onClose={() => setAsks(false)}
        cancel="Ne rien changer"
        confirm={label}
        danger
        pending={act.isPending}
        onConfirm={() =>
          act.mutate("cancel", {
            onSuccess: (ended) => {
              setAsks(false);
              notifications.show({
                message:
                  ended.status === "cancelled"
                    ? "La vague est annulée : rien n’était parti."
                    : "La vague est arrêtée : ce qui n’était pas parti est révoqué.",
              });
            },
          })
        }
      >
        <Stack gap="sm">
          <Text>
            {hasLeft
              ? "Les codes qui ne sont pas encore partis sont révoqués. Ceux qui sont partis restent valables."
              : "Rien n’est encore parti : ces personnes pourront être invitées par une autre vague."}
          </Text>
          {act.variables === "cancel" && failure}
        </Stack>
      </ConfirmDialog>
    </>
  );
}

/** Each number opens the list of people with this state of invitation, in all waves. */
function Counts({ wave: { audience, total, counts } }: { wave: WaveDetail }) {
  const list = (state: string) => listAddress(audience, { invitation: state });
  const rows = [
    ["Invités", total, null],
    ["À envoyer", counts.toSend, "to_send"],
    ["Envoyées, en attente", counts.sent, "sent"],
    ["Utilisées", counts.redeemed, "redeemed"],
    ["Expirées", counts.expired, "expired"],
    ["Révoquées", counts.revoked, "revoked"],
    ["Non remises", counts.bounced, "bounced"],
  ] as const;
  return (
    <DataTable
      caption="Invitations de cette vague, par état"
      head={
        <>
          <ColumnHeader>État</ColumnHeader>
          <ColumnHeader>Personnes</ColumnHeader>
          <ColumnHeader hidden>Liste</ColumnHeader>
        </>
      }
    >
      {rows.map(([label, number, state]) => (
        <tr key={label}>
          <RowHeader>{label}</RowHeader>
          <td className="tabular">{formatNumber(number)}</td>
          <td>
            {state && number > 0 && (
              <Anchor
                component={Link}
                to={list(state)}
                size="sm"
                aria-label={`Voir la liste : ${label}, toutes vagues`}
              >
                Voir la liste
              </Anchor>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function Redeemed({ wave: { redeemedByDay } }: { wave: WaveDetail }) {
  if (redeemedByDay.length === 0) return null;
  return (
    <DataTable
      caption="Codes utilisés, par jour"
      head={
        <>
          <ColumnHeader>Jour</ColumnHeader>
          <ColumnHeader>Codes utilisés</ColumnHeader>
        </>
      }
    >
      {redeemedByDay.map(({ day, count }) => (
        <tr key={day}>
          <RowHeader>{formatDay(day)}</RowHeader>
          <td className="tabular">{formatNumber(count)}</td>
        </tr>
      ))}
    </DataTable>
  );
}

import { Alert, Badge, Button, Group, Text } from "@mantine/core";
import { useDisclosure, useInterval } from "@mantine/hooks";
import { IconAlertTriangle, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { type Campaign, countWaiting } from "#contract/campaigns.schema.ts";
import { type CampaignStatus, campaignStatusLabels } from "#contract/email.ts";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { formatCount, formatTime } from "#web/lib/format.ts";
import { hasEnded } from "../campaign-texts.ts";
import { useControlCampaign } from "../campaigns.api.ts";

const statusColors: Record<CampaignStatus, string> = {
  draft: "gray",
  scheduled: "blue",
  running: "vermilion",
  paused: "yellow",
  completed: "green",
  cancelled: "gray",
};

/** Shows the status as text: the colour carries no further information. */
export function CampaignBadge({ status }: { status: CampaignStatus }) {
  return (
    <Badge variant="light" radius="sm" tt="none" miw="max-content" color={statusColors[status]}>
      {campaignStatusLabels[status]}
    </Badge>
  );
}

type CampaignControlsProps = { campaign: Campaign; onClose: () => void };

export function CampaignControls({ campaign, onClose }: CampaignControlsProps) {
  const control = useControlCampaign(campaign.id);
  const running = control.isPending && control.variables;
  const [asking, question] = useDisclosure(false);
  // The campaign would resume automatically. The admin can keep it paused or resume it at once.
  const waits = campaign.status === "paused" && campaign.nextAttemptAt !== null;
  const cancel = () => control.mutate("cancel", { onSettled: question.close });
  if (hasEnded(campaign)) {
    return (
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Fermer
        </Button>
      </Group>
    );
  }
  return (
    <>
      <ErrorAlert error={control.error} onClose={control.reset} />
      <Group justify="flex-end">
        <Button variant="subtle" color="red" disabled={control.isPending} onClick={question.open}>
          Annuler l’envoi
        </Button>
        {(campaign.status === "running" || waits) && (
          <SavingButton
            variant="default"
            leftSection={<IconPlayerPause size={16} aria-hidden />}
            loading={running === "pause"}
            disabled={control.isPending}
            onClick={() => control.mutate("pause")}
          >
            {waits ? "Rester en pause" : "Mettre en pause"}
          </SavingButton>
        )}
        {campaign.status === "paused" && (
          <SavingButton
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={running === "resume"}
            disabled={control.isPending}
            onClick={() => control.mutate("resume")}
          >
            {waits ? "Réessayer maintenant" : "Reprendre"}
          </SavingButton>
        )}
      </Group>
      <ConfirmDialog
        title="Annuler cet envoi ?"
        open={asking}
        onClose={question.close}
        confirm="Annuler l’envoi"
        cancel="Continuer l’envoi"
        danger
        pending={control.isPending}
        onConfirm={cancel}
      >
        <Text>{cancelWarning(campaign)}</Text>
      </ConfirmDialog>
    </>
  );
}

function cancelWarning(campaign: Campaign): string {
  if (campaign.status === "scheduled") return "Aucun e-mail ne partira. On ne peut pas revenir en arrière.";
  const left = formatCount(countWaiting(campaign), "e-mail");
  return `Il reste ${left} à envoyer : ils ne partiront pas. On ne peut pas revenir en arrière.`;
}

/** Explains why a campaign makes no progress, and what happens next. */
export function SendingProblem({ campaign }: { campaign: Campaign }) {
  const { status, pausedReason, nextAttemptAt } = campaign;
  if (pausedReason === null || hasEnded(campaign)) return null;
  if (status === "scheduled" || status === "draft") return <Notice>{pausedReason}</Notice>;
  if (nextAttemptAt === null) {
    return <Notice>L’envoi s’est mis en pause de lui-même : {pausedReason}</Notice>;
  }
  return (
    <Notice>
      <Text size="sm" fw={600}>
        Les e-mails ne partent pas pour le moment.
      </Text>
      <Text size="sm">{pausedReason}</Text>
      {status === "running" ? (
        <Text size="sm">Nouvel essai dans quelques secondes. Rien n’est perdu.</Text>
      ) : (
        <>
          <Text size="sm">
            L’envoi s’est mis en pause. Il reprendra de lui-même dès que le serveur répondra ; rien n’est
            perdu.
          </Text>
          <Text size="sm" className="tabular">
            Prochain essai à {formatTime(nextAttemptAt)}
            <Countdown campaign={campaign} />
          </Text>
        </>
      )}
    </Notice>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <Alert role="alert" color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      {children}
    </Alert>
  );
}

/** A countdown, hidden from screen readers, which announce the time once instead of every second. */
function Countdown({ campaign }: { campaign: Campaign }) {
  const { nextAttemptInMs } = campaign;
  const readAt = useMemo(() => ({ campaign, ms: performance.now() }), [campaign]);
  const [now, setNow] = useState(readAt.ms);
  useInterval(() => setNow(performance.now()), 1_000, { autoInvoke: true });
  if (nextAttemptInMs == null) return null;
  return <span aria-hidden> ({formatCountdown(nextAttemptInMs - Math.max(0, now - readAt.ms))})</span>;
}

/** `done`: the number of settled messages at the time `at`, in milliseconds. */
export type Sample = { at: number; done: number };

const windowMs = 30_000;

/** Adds a sample and drops those older than 30 s, so that the rate is the current one. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  return [...samples.filter(({ at }) => sample.at - at <= windowMs), sample];
}

/** Messages per second; null while there are too few samples. */
export function sendRate(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < 1_000 || last.done <= first.done) return null;
  return ((last.done - first.done) * 1_000) / (last.at - first.at);
}

/** "12,5 e-mails par seconde", "30 emails par minute": a slow rate is given per minute. */
export function formatRate(perSecond: number): string {
  const [value, unit] = perSecond >= 1 ? [perSecond, "seconde"] : [perSecond * 60, "minute"];
  const rounded = value.toLocaleString("fr-FR", { maximumFractionDigits: value < 10 ? 1 : 0 });
  return `${rounded} ${value < 2 ? "e-mail" : "e-mails"} par ${unit}`;
}

/** "environ 2 minutes": rounded, because the time is an estimate. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 10) return "quelques secondes";
  if (seconds < 60) return `environ ${Math.ceil(seconds / 10) * 10} secondes`;
  if (seconds < 3_600) return `environ ${formatCount(Math.ceil(seconds / 60), "minute")}`;
  if (seconds < 172_800) return `environ ${formatCount(Math.ceil(seconds / 3_600), "heure")}`;
  return `environ ${formatCount(Math.ceil(seconds / 86_400), "jour")}`;
}

/** Messages per second while the campaign runs. A pause restarts the measurement. */
export function useSendRate({ id, status, sent, failed }: Campaign): number | null {
  const measured = useRef<{ of: string; samples: Sample[] }>({ of: "", samples: [] });
  const of = `${id} ${status}`;
  if (measured.current.of !== of) measured.current = { of, samples: [] };
  const done = sent + failed;
  if (measured.current.samples.at(-1)?.done !== done) {
    measured.current.samples = addSample(measured.current.samples, { at: performance.now(), done });
  }
  return sendRate(measured.current.samples);
}

/** "dans 12 s", "dans 4 min 05 s": the time until a date. By this browser's clock the date may be in the past. */
export function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds <= 0) return "dans un instant";
  if (seconds < 60) return `dans ${seconds} s`;
  return `dans ${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

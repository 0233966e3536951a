import { Button, Select, SimpleGrid, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Audience, addresses } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { parisInstant, parisLocal } from "#contract/paris-time.ts";
import { invitationVariablesIn } from "#contract/template-variables.ts";
import type { Wave, WaveChoice, WavePreview } from "#contract/waves.schema.ts";
import { leftOutLabels, waveLimits, waveMessages, waveOrderLabels, waveOrders } from "#contract/waves.ts";
import { emailTemplatesQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { audienceChoices } from "#web/admin/ui/audience-choices.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { CountInput } from "#web/admin/ui/count-input.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { fieldFailure } from "#web/admin/ui/field-failure.ts";
import { segmentsQuery } from "#web/admin/ui/segments.api.ts";
import { formatCount, formatName } from "#web/lib/format.ts";
import { WaveDraw } from "./wave-draw.tsx";
import { createWaveId, useLaunchWave, wavePreviewQuery } from "./waves.api.ts";

/** The initial choice of a new wave, copied from an earlier wave. */
type WaveModel = WaveChoice & { templateId: string };

type Props = {
  open: boolean;
  model: WaveModel | null;
  onClose: () => void;
  onLaunched: (id: string) => void;
};

/** The form of a new wave, with a live preview of the selected people. */
export function WaveForm({ open, onClose, ...props }: Props) {
  const launch = useLaunchWave();
  const close = () => {
    launch.reset();
    onClose();
  };
  return (
    <AdminDialog title="Nouvelle vague" size="lg" open={open} onClose={close} pending={launch.isPending}>
      {open && <Form launch={launch} onClose={close} {...props} />}
    </AdminDialog>
  );
}

const orderChoices = waveOrders.map((value) => ({ value, label: waveOrderLabels[value] }));
const allSignups = "";
const undoSeconds = limits.undoMs / 1_000;
/** The initial date of a scheduled start. */
const inHalfAnHour = () => parisLocal(new Date(Date.now() + 30 * 60_000));

type FormProps = Omit<Props, "open"> & { launch: ReturnType<typeof useLaunchWave> };

function Form({ model, launch, onClose, onLaunched }: FormProps) {
  const { templateId: modelTemplate, ...modelChoice } = model ?? { templateId: null };
  const [id] = useState(createWaveId);
  const [choice, setChoice] = useState<WaveChoice>({
    audience: "user",
    segmentId: null,
    order: "oldest",
    count: 200,
    ...modelChoice,
  });
  const [chosenTemplate, setTemplate] = useState<string | null>(modelTemplate);
  const [later, setLater] = useState<string | null>(null);
  const { preview, isCurrent } = useWavePreview(choice);
  const segments = useQuery(segmentsQuery);
  const allTemplates = useQuery(emailTemplatesQuery);
  const templates = (allTemplates.data?.items ?? []).filter(
    ({ content }) => invitationVariablesIn(content).length > 0,
  );
  const template = templates.find((one) => one.id === chosenTemplate) ?? templates[0];
  const startsAt = later === null ? null : parisInstant(later);
  const startsAtProblem =
    later !== null && (startsAt === null || startsAt.getTime() <= Date.now()) ? waveMessages.startsAt : null;
  const set = (change: Partial<WaveChoice>) => setChoice({ ...choice, ...change, seed: undefined });
  // A start needs the preview of the current choice and a valid date.
  const isReady = isCurrent && preview.data.count > 0 && template !== undefined && startsAtProblem === null;

  const start = () => {
    if (!isReady) return;
    const seed = preview.data.seed ?? undefined;
    const segmentVersion = preview.data.segmentVersion ?? undefined;
    launch.mutate(
      {
        ...choice,
        id,
        seed,
        segmentVersion,
        templateId: template.id,
        startsAt: startsAt?.toISOString() ?? null,
      },
      {
        onSuccess: (wave) => {
          notifications.show({ color: "green", message: launchedMessage(wave) });
          onLaunched(wave.id);
        },
      },
    );
  };

  return (
    <Stack>
      <ErrorAlert
        error={segments.error ?? allTemplates.error}
        fallback="Les segments ou les messages n’ont pas pu être chargés."
        onRetry={() => void Promise.all([segments.refetch(), allTemplates.refetch()])}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Inviter des"
          data={audienceChoices}
          allowDeselect={false}
          value={choice.audience}
          onChange={(audience) => set({ audience: audience as Audience, segmentId: null })}
        />
        <CountInput
          label="Combien de personnes"
          min={1}
          max={waveLimits.count}
          thousandSeparator=" "
          value={choice.count}
          onChange={(count) => set({ count })}
        />
        <Select
          label="Parmi"
          data={[
            { value: allSignups, label: "Toutes les inscriptions" },
            ...(segments.data?.items ?? [])
              .filter(({ audience }) => addresses(audience, choice.audience))
              .map((segment) => ({ value: segment.id, label: segment.name })),
          ]}
          allowDeselect={false}
          value={choice.segmentId ?? allSignups}
          onChange={(segmentId) => set({ segmentId: segmentId || null })}
        />
        <Select
          label="Dans quel ordre"
          data={orderChoices}
          allowDeselect={false}
          value={choice.order}
          onChange={(order) => set({ order: order as WaveChoice["order"] })}
        />
        <Select
          label="Message"
          data={templates.map(({ id: value, name }) => ({ value, label: name }))}
          allowDeselect={false}
          value={template?.id ?? null}
          onChange={setTemplate}
        />
        <Stack gap="xs">
          <Switch
            label="Lancer plus tard"
            mt={{ base: 0, sm: "xl" }}
            checked={later !== null}
            onChange={({ currentTarget }) => setLater(currentTarget.checked ? inHalfAnHour() : null)}
          />
          {later !== null && (
            <TextInput
              type="datetime-local"
              aria-label="Date et heure du lancement (heure de Paris)"
              description="Heure de Paris"
              inputWrapperOrder={["input", "description", "error"]}
              min={parisLocal(new Date())}
              value={later}
              error={startsAtProblem}
              onChange={({ currentTarget }) => setLater(currentTarget.value)}
            />
          )}
        </Stack>
      </SimpleGrid>
      <section aria-label="Aperçu" aria-live="polite" aria-busy={preview.isFetching}>
        {preview.isLoading && <LoadingText>Compte…</LoadingText>}
        <ErrorAlert
          error={fieldFailure(preview.error)}
          fallback="L’aperçu n’a pas pu être fait."
          onRetry={() => void preview.refetch()}
        />
        {preview.data && <Preview preview={preview.data} />}
      </section>
      <ErrorAlert
        error={fieldFailure(launch.error)}
        fallback="La vague n’a pas pu être lancée."
        onClose={launch.reset}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Button variant="default" disabled={launch.isPending} onClick={onClose}>
          Annuler
        </Button>
        <SavingButton loading={launch.isPending} disabled={!isReady} onClick={start}>
          {later !== null && "Programmer"}
          {later === null &&
            (isCurrent ? `Inviter ${formatCount(preview.data.count, "personne")}` : "Inviter")}
        </SavingButton>
      </SimpleGrid>
    </Stack>
  );
}

/** `isCurrent` is false while the preview still shows an earlier choice, until the current one is counted. */
function useWavePreview(choice: WaveChoice) {
  const [asked] = useDebouncedValue(choice, 300);
  const isCountable = Number.isInteger(asked.count) && asked.count >= 1 && asked.count <= waveLimits.count;
  const preview = useQuery(wavePreviewQuery(asked, isCountable));
  if (asked === choice && isCountable && preview.isSuccess && !preview.isPlaceholderData)
    return { preview, isCurrent: true } as const;
  return { preview, isCurrent: false } as const;
}

function launchedMessage({ status, total }: Wave): string {
  if (status === "scheduled") return "La vague est programmée.";
  const invited = formatCount(total, "personne est invitée", "personnes sont invitées");
  return `${invited} : les messages partent dans ${undoSeconds} secondes.`;
}

function Preview({ preview: { count, available, first, leftOut, seed } }: { preview: WavePreview }) {
  return (
    <>
      <Text fw={600}>
        {count === 0
          ? "Aucune personne ne serait invitée"
          : `${formatCount(count, "personne serait invitée", "personnes seraient invitées")}, sur ${formatCount(available, "possible", "possibles")}`}
      </Text>
      {first.length > 0 && (
        <Text size="sm">
          D’abord : <bdi>{first.map(formatName).join(", ")}</bdi>
          {count > first.length && "…"}
        </Text>
      )}
      {seed && <WaveDraw seed={seed} />}
      {leftOut.length > 0 && (
        <>
          <Text size="sm" mt="xs">
            Laissées de côté :
          </Text>
          <Text component="ul" size="sm" my={0} ps="lg">
            {leftOut.map(({ reason, count: many }) => (
              <li key={reason}>{formatCount(many, ...leftOutLabels[reason])}</li>
            ))}
          </Text>
        </>
      )}
    </>
  );
}

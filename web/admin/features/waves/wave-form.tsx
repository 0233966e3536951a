import { Button, NumberInput, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Audience, addresses } from "#contract/audience.ts";
import { parisInstant, parisLocal } from "#contract/paris-time.ts";
import { invitationVariablesIn } from "#contract/template-variables.ts";
import type { WavePreview } from "#contract/waves.schema.ts";
import { leftOutLabels, waveLimits, waveOrderLabels } from "#contract/waves.ts";
import { emailTemplatesQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { segmentsQuery } from "#web/admin/ui/segments.api.ts";
import { formatCount, formatName, formatNumber } from "#web/lib/format.ts";
import { useLaunchWave, type WaveChoice, wavePreviewQuery } from "./waves.api.ts";

type Props = {
  open: boolean;
  /** The choice to begin with: that of an earlier wave. */
  model: WaveChoice | null;
  onClose: () => void;
  onLaunched: (id: string) => void;
};

/** A new wave: whom, how many, when; with a live preview of the people. */
export function WaveForm({ open, onClose, ...props }: Props) {
  return (
    <AdminDialog title="Nouvelle vague" size="lg" open={open} onClose={onClose}>
      {open && <Form onClose={onClose} {...props} />}
    </AdminDialog>
  );
}

const audienceChoices = [
  { value: "user", label: "Utilisateurs" },
  { value: "brand", label: "Marques" },
];
/** The order by referrals comes with them. */
const orderChoices = (["oldest", "lottery"] as const).map((value) => ({
  value,
  label: waveOrderLabels[value],
}));
const everybody = "";

function Form({ model, onClose, onLaunched }: Omit<Props, "open">) {
  const [choice, setChoice] = useState<WaveChoice>(
    model ?? { audience: "user", segmentId: null, order: "oldest", count: 200 },
  );
  const [chosenTemplate, setTemplate] = useState<string | null>(null);
  const [later, setLater] = useState("");
  const [asked] = useDebouncedValue(choice, 300);
  const isCounted = Number.isInteger(asked.count) && asked.count >= 1 && asked.count <= waveLimits.count;
  const preview = useQuery(wavePreviewQuery(asked, isCounted));
  const segments = useQuery(segmentsQuery).data?.items ?? [];
  const templates = (useQuery(emailTemplatesQuery).data?.items ?? []).filter(
    ({ content }) => invitationVariablesIn(content).length > 0,
  );
  const templateId = chosenTemplate ?? templates[0]?.id ?? null;
  const launch = useLaunchWave();
  const set = (change: Partial<WaveChoice>) => setChoice({ ...choice, ...change, seed: undefined });

  const start = () => {
    if (templateId === null) return;
    const startsAt = later === "" ? null : (parisInstant(later)?.toISOString() ?? null);
    const seed = preview.data?.seed ?? undefined;
    launch.mutate(
      { ...choice, seed, templateId, startsAt },
      {
        onSuccess: ({ id, status, total }) => {
          notifications.show({
            color: "green",
            message:
              status === "scheduled"
                ? "La vague est programmée."
                : `${formatCount(total, "personne est invitée", "personnes sont invitées")} : les messages partent dans trente secondes.`,
          });
          onLaunched(id);
        },
      },
    );
  };

  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Inviter des"
          data={audienceChoices}
          allowDeselect={false}
          value={choice.audience}
          onChange={(audience) => set({ audience: audience as Audience, segmentId: null })}
        />
        <NumberInput
          label="Combien de personnes"
          min={1}
          max={waveLimits.count}
          allowDecimal={false}
          thousandSeparator=" "
          value={choice.count}
          onChange={(count) => set({ count: Number(count) })}
        />
        <Select
          label="Parmi"
          data={[
            { value: everybody, label: "Toutes les inscriptions" },
            ...segments
              .filter(({ audience }) => addresses(audience, choice.audience))
              .map(({ id, name }) => ({ value: id, label: name })),
          ]}
          allowDeselect={false}
          value={choice.segmentId ?? everybody}
          onChange={(id) => set({ segmentId: id || null })}
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
          data={templates.map(({ id, name }) => ({ value: id, label: name }))}
          allowDeselect={false}
          value={templateId}
          onChange={setTemplate}
        />
        <TextInput
          type="datetime-local"
          label="Plus tard (heure de Paris)"
          description="Vide : maintenant"
          inputWrapperOrder={["label", "input", "description", "error"]}
          min={parisLocal(new Date())}
          value={later}
          onChange={({ currentTarget }) => setLater(currentTarget.value)}
        />
      </SimpleGrid>
      <section aria-label="Aperçu" aria-live="polite" aria-busy={preview.isFetching}>
        {preview.isLoading && <LoadingText>Compte…</LoadingText>}
        <ErrorAlert error={preview.error} fallback="L’aperçu n’a pas pu être fait." />
        {preview.data && <Preview preview={preview.data} />}
      </section>
      <ErrorAlert error={launch.error} fallback="La vague n’a pas pu être lancée." onClose={launch.reset} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Button variant="default" onClick={onClose}>
          Annuler
        </Button>
        <SavingButton
          loading={launch.isPending}
          disabled={templateId === null || !isCounted || preview.data?.count === 0}
          onClick={start}
        >
          {later === "" ? `Inviter ${formatCount(preview.data?.count ?? 0, "personne")}` : "Programmer"}
        </SavingButton>
      </SimpleGrid>
    </Stack>
  );
}

function Preview({ preview: { count, available, first, leftOut, seed } }: { preview: WavePreview }) {
  return (
    <>
      <Text fw={600}>
        {count === 0
          ? "Personne ne serait invité"
          : `${formatCount(count, "personne serait invitée", "personnes seraient invitées")}, sur ${formatCount(available, "possible", "possibles")}`}
      </Text>
      {first.length > 0 && (
        <Text size="sm">
          D’abord : <bdi>{first.map(formatName).join(", ")}</bdi>
          {count > first.length && "…"}
        </Text>
      )}
      {seed && (
        <Text size="sm">
          Tirage <code>{seed}</code> : l’ordre est celui de md5(tirage:identifiant), que chacun peut refaire.
        </Text>
      )}
      {leftOut.length > 0 && (
        <>
          <Text size="sm" mt="xs">
            Laissées de côté :
          </Text>
          <ul>
            {leftOut.map(({ reason, count: many }) => (
              <li key={reason}>
                <Text size="sm" span>
                  {formatNumber(many)} {leftOutLabels[reason]}
                </Text>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

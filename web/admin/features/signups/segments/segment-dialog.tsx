import { Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Audience, addresses, audiences, type TargetType } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { segmentSentence } from "#contract/segment-sentence.ts";
import {
  conditionsSchema,
  conditionsTextSchema,
  type SavedSegment,
  segmentSchema,
} from "#contract/segments.schema.ts";
import type { Conditions, SegmentGroup, SegmentQuestion } from "#contract/segments.ts";
import { dayOf } from "#contract/stats.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { audienceChoices } from "#web/admin/ui/audience-choices.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { fieldFailure } from "#web/admin/ui/field-failure.ts";
import { questionsQuery } from "#web/admin/ui/questions.api.ts";
import { LeaveDialog, useUnsavedGuard } from "#web/admin/ui/unsaved-guard.tsx";
import type { EditedFields } from "#web/admin/ui/versions/merge-edit.ts";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { isStale, useVersionedForm } from "#web/admin/ui/versions/use-versioned-form.ts";
import { formatCount } from "#web/lib/format.ts";
import { RuleRow } from "./rule-row.tsx";
import { ruleOf } from "./segment-rules.ts";
import { type SegmentValues, segmentPreviewQuery, useSaveSegment } from "./segments.api.ts";

type Props = {
  audience: Audience;
  /** The segment to change; null for a new one. */
  segment: SavedSegment | null;
  /** The initial conditions of a new segment. */
  conditions?: Conditions;
  onClose: () => void;
  onSaved: (segment: SavedSegment) => void;
  /** Receives the conditions instead of saving a segment. */
  onApply?: ((conditions: Conditions) => void) | undefined;
};

const people = [...audienceChoices, { value: "both", label: "Utilisateurs et marques" }];
const matches = [
  { value: "all", label: "toutes" },
  { value: "any", label: "au moins une" },
];
const matchOf = (value: string) => (value === "any" ? "any" : "all");
const newGroup = (): SegmentGroup => ({
  match: "all",
  rules: [{ field: "status", op: "is", value: "approved" }],
});

/** The form of a segment: its conditions in groups, and the people who currently match. */
export default function SegmentDialog(props: Props) {
  const { segment, onApply } = props;
  const { form, save, edit, guard, close } = useSegmentForm(props);
  const { audience: target, conditions } = form.values;
  const all = useQuery(questionsQuery).data?.items ?? [];
  const questions = all.filter(({ targetType }) =>
    audiences.some((one) => addresses(target, one) && addresses(targetType, one)),
  );
  const { groups } = conditions;
  const isComplete = onApply
    ? conditionsTextSchema.safeParse(JSON.stringify(conditions)).success
    : groups.length > 0;
  const isFull = groups.reduce((sum, { rules }) => sum + rules.length, 0) >= limits.segmentRulesMax;
  const setConditions = (changed: Conditions) => form.setFieldValue("conditions", changed);
  const setGroup = (index: number, group: SegmentGroup) =>
    setConditions({
      ...conditions,
      groups: groups
        .map((other, at) => (at === index ? group : other))
        .filter(({ rules }) => rules.length > 0),
    });
  return (
    <>
      <AdminDialog
        title={onApply ? "Modifier les conditions" : segment ? "Modifier le segment" : "Nouveau segment"}
        size="xl"
        open
        onClose={close}
        pending={save.isPending}
        actions={
          <>
            <Button variant="default" disabled={save.isPending} onClick={close}>
              Annuler
            </Button>
            <SavingButton type="submit" form="segment" loading={save.isPending} disabled={!isComplete}>
              {onApply ? "Appliquer" : "Enregistrer"}
            </SavingButton>
          </>
        }
      >
        <form id="segment" onSubmit={form.onSubmit(onApply ? () => onApply(conditions) : edit.submit)}>
          <Stack>
            {!onApply && (
              <Group grow align="flex-start">
                <TextInput
                  label="Nom"
                  required
                  data-autofocus
                  maxLength={limits.segmentNameMax}
                  {...form.getInputProps("name")}
                />
                <NativeSelect label="Personnes" data={people} {...form.getInputProps("audience")} />
              </Group>
            )}
            {groups.length > 1 && (
              <NativeSelect
                label="Groupes de conditions à remplir"
                data={matches}
                value={conditions.match}
                onChange={({ currentTarget }) =>
                  setConditions({ ...conditions, match: matchOf(currentTarget.value) })
                }
              />
            )}
            {groups.map((group, index) => (
              <GroupFields
                // biome-ignore lint/suspicious/noArrayIndexKey: a group is known by its place.
                key={index}
                name={groups.length > 1 ? `Groupe ${index + 1}` : "Conditions"}
                group={group}
                questions={questions}
                isFull={isFull}
                onChange={(changed) => setGroup(index, changed)}
              />
            ))}
            <Group>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPlus size={14} aria-hidden />}
                disabled={isFull}
                onClick={() => setConditions({ ...conditions, groups: [...groups, newGroup()] })}
              >
                Ajouter un groupe
              </Button>
            </Group>
            <Preview audience={target} conditions={conditions} />
            {!isStale(save.error) && <ErrorAlert error={fieldFailure(save.error)} />}
          </Stack>
        </form>
      </AdminDialog>
      {edit.start && (
        <StaleDialog edit={edit} thing={`Segment « ${edit.start.name} »`} fields={editedSegment(all)} />
      )}
      <LeaveDialog {...guard} />
    </>
  );
}

const valuesOf = ({ name, audience, conditions }: SavedSegment): SegmentValues => ({
  name,
  audience,
  conditions,
});

/** The questions of conditions depend on the people, so a merge of two versions takes both fields from the same version. */
const together = [["audience", "conditions"]] as const;

/** Holds the form's values, saves the segment, and asks before unsaved changes are lost. */
function useSegmentForm({ audience, segment, onClose, onSaved, ...begun }: Props) {
  const conditions = begun.conditions ?? { match: "all", groups: [newGroup()] };
  const form = useForm<SegmentValues>({
    initialValues: segment ? valuesOf(segment) : { name: "", audience, conditions },
  });
  const save = useSaveSegment();
  const edit = useVersionedForm({
    form,
    item: segment,
    valuesOf,
    schema: segmentSchema,
    together,
    forgetFailure: save.reset,
    save: (values, start) =>
      save.mutate(
        { start, values },
        {
          onSuccess: onSaved,
          onError: (error) => edit.failed(error),
        },
      ),
  });
  const guard = useUnsavedGuard(edit.dirty, ["conditions"]);
  return { form, save, edit, guard, close: () => guard.ask(onClose) };
}

/** The form's fields, for comparing two versions of a segment. */
const editedSegment = (questions: readonly SegmentQuestion[]): EditedFields<SegmentValues> => ({
  name: { label: "Nom", text: String },
  audience: {
    label: "Personnes",
    text: (audience) => people.find(({ value }) => value === audience)?.label ?? audience,
  },
  conditions: {
    label: "Conditions",
    text: (conditions) =>
      conditionsSchema.safeParse(conditions).success
        ? segmentSentence({ audience: "both", conditions }, questions)
        : "Conditions à compléter",
  },
});

type GroupProps = {
  name: string;
  group: SegmentGroup;
  questions: readonly SegmentQuestion[];
  isFull: boolean;
  onChange: (group: SegmentGroup) => void;
};

function GroupFields({ name, group, questions, isFull, onChange }: GroupProps) {
  const { match, rules } = group;
  const today = dayOf(new Date());
  return (
    <fieldset>
      <legend>{name}</legend>
      <Stack gap="xs">
        {rules.length > 1 && (
          <NativeSelect
            label="Conditions à remplir"
            data={matches}
            value={match}
            onChange={({ currentTarget }) => onChange({ ...group, match: matchOf(currentTarget.value) })}
          />
        )}
        {rules.map((rule, index) => (
          <RuleRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its place.
            key={index}
            name={`Condition ${index + 1}`}
            rule={rule}
            questions={questions}
            today={today}
            onChange={(changed) =>
              onChange({ ...group, rules: rules.map((other, at) => (at === index ? changed : other)) })
            }
            onRemove={() => onChange({ ...group, rules: rules.filter((_, at) => at !== index) })}
          />
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={isFull}
            onClick={() => onChange({ ...group, rules: [...rules, ruleOf("status", questions, { today })] })}
          >
            Ajouter une condition
          </Button>
        </Group>
      </Stack>
    </fieldset>
  );
}

/** Says how many people currently match, and lists the newest. Renders nothing while a condition is incomplete. */
function Preview({ audience, conditions }: { audience: TargetType; conditions: Conditions }) {
  const [asked] = useDebouncedValue({ audience, conditions }, 300);
  const isComplete = conditionsSchema.safeParse(asked.conditions).success;
  const preview = useQuery({ ...segmentPreviewQuery(asked), enabled: isComplete });
  const { data } = preview;
  if (!isComplete) return <Text size="sm">Complétez les conditions.</Text>;
  return (
    <div>
      <ErrorAlert error={fieldFailure(preview.error)} />
      <Text role="status" fw={600}>
        {data ? formatCount(data.count, "personne") : "Comptage…"}
      </Text>
      {data && <Text size="sm">{data.missing ?? data.sentence}</Text>}
      {data?.sample.map(({ id, firstname, name, email }) => (
        <Text key={id} size="sm" c="dimmed">
          <bdi>
            {firstname} {name}
          </bdi>
          , <bdi>{email}</bdi>
        </Text>
      ))}
    </div>
  );
}

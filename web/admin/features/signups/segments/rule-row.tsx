import { Group, MultiSelect, NativeSelect, TagsInput, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type SignupStatus, signupStatuses } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import type { SegmentQuestion, SegmentRule } from "#contract/segments.ts";
import { CountInput } from "#web/admin/ui/count-input.tsx";
import { RowButton } from "#web/admin/ui/row-parts.tsx";
import { formatStatus } from "#web/lib/format.ts";
import { fixedSubjects, opLabel, opsOf, ruleOf, subjectOf } from "./segment-rules.ts";

type Props = {
  name: string;
  rule: SegmentRule;
  questions: readonly SegmentQuestion[];
  today: string;
  onChange: (rule: SegmentRule) => void;
  onRemove: () => void;
};

const statuses = signupStatuses.map((value) => ({ value, label: formatStatus(value) }));
const isStatus = (value: string): value is SignupStatus => signupStatuses.some((status) => status === value);

/** One condition: its subject, its comparison and its value. */
export function RuleRow({ name, rule, questions, today, onChange, onRemove }: Props) {
  const subject = subjectOf(rule);
  const isGone = rule.field === "answer" && !questions.some(({ id }) => id === subject);
  return (
    <Group gap="xs" align="flex-end" wrap="wrap">
      <NativeSelect
        aria-label={`${name}\u00a0: critère`}
        data={[
          ...(isGone ? [{ value: subject, label: "Question supprimée" }] : []),
          ...fixedSubjects,
          ...questions.map(({ id, question }) => ({ value: id, label: question })),
        ]}
        value={subject}
        onChange={({ currentTarget }) =>
          onChange(ruleOf(currentTarget.value, questions, { wished: rule.op, today }))
        }
      />
      <NativeSelect
        aria-label={`${name}\u00a0: comparaison`}
        data={opsOf(subject, questions).map((op) => ({ value: op, label: opLabel(subject, op) }))}
        value={rule.op}
        onChange={({ currentTarget }) => {
          const wished = opsOf(subject, questions).find((op) => op === currentTarget.value) ?? rule.op;
          onChange(ruleOf(subject, questions, { wished, today }));
        }}
      />
      <ValueField label={`${name}\u00a0: valeur`} rule={rule} questions={questions} onChange={onChange} />
      <RowButton aria-label={`${name}\u00a0: retirer`} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </RowButton>
    </Group>
  );
}

type ValueProps = Pick<Props, "rule" | "questions" | "onChange"> & { label: string };

function ValueField({ label, rule, questions, onChange }: ValueProps) {
  if (rule.field === "status") {
    return rule.op === "anyOf" ? (
      <MultiSelect
        aria-label={label}
        data={statuses}
        value={rule.value}
        onChange={(value) => onChange({ ...rule, value: value.filter(isStatus) })}
      />
    ) : (
      <NativeSelect
        aria-label={label}
        data={statuses}
        value={rule.value}
        onChange={({ currentTarget: { value } }) => isStatus(value) && onChange({ ...rule, value })}
      />
    );
  }
  if (rule.field === "date") {
    return (
      <TextInput
        type="date"
        aria-label={label}
        value={rule.value}
        onChange={({ currentTarget }) => onChange({ ...rule, value: currentTarget.value })}
      />
    );
  }
  if (rule.field === "friends") {
    return (
      <CountInput
        aria-label={label}
        min={0}
        allowNegative={false}
        value={rule.value}
        onChange={(value) => onChange({ ...rule, value })}
      />
    );
  }
  if (rule.field === "source") {
    if (rule.op === "none") return null;
    return rule.op === "anyOf" ? (
      <TagsInput
        aria-label={label}
        placeholder="instagram"
        maxTags={limits.optionsMax}
        value={rule.value}
        onChange={(value) => onChange({ ...rule, value })}
      />
    ) : (
      <TextInput
        aria-label={label}
        placeholder="instagram"
        maxLength={limits.sourceMax}
        value={rule.value}
        onChange={({ currentTarget }) => onChange({ ...rule, value: currentTarget.value })}
      />
    );
  }
  if (rule.field !== "answer") {
    return (
      <NativeSelect
        aria-label={label}
        data={[
          { value: "true", label: "oui" },
          { value: "false", label: "non" },
        ]}
        value={String(rule.value)}
        onChange={({ currentTarget }) => onChange({ ...rule, value: currentTarget.value === "true" })}
      />
    );
  }
  const options = questions.find(({ id }) => id === rule.questionId)?.options ?? [];
  switch (rule.op) {
    case "none":
      return null;
    case "contains":
      return (
        <TextInput
          aria-label={label}
          maxLength={limits.searchMax}
          value={rule.value}
          onChange={({ currentTarget }) => onChange({ ...rule, value: currentTarget.value })}
        />
      );
    case "anyOf":
      return (
        <MultiSelect
          aria-label={label}
          data={[...new Set([...options, ...rule.value])]}
          value={rule.value}
          onChange={(value) => onChange({ ...rule, value })}
        />
      );
    default:
      return (
        <NativeSelect
          aria-label={label}
          data={[...new Set([...options, rule.value])]}
          value={rule.value}
          onChange={({ currentTarget }) => onChange({ ...rule, value: currentTarget.value })}
        />
      );
  }
}

import { Button, NativeSelect, Stack, Text } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useId, useRef } from "react";
import { addresses, audiences, type TargetType } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import type { Question, ShowIf, ShowRule } from "#contract/questionnaire.ts";
import { isChoice, questionTypes } from "#contract/questions/registry.ts";
import { RowButton } from "#web/admin/ui/row-parts.tsx";
import classes from "./questionnaire.module.css";

type ShowIfFieldProps = {
  showIf: ShowIf | null;
  /** The questions that a rule may name, see `questionsBefore`. */
  choices: readonly AdminQuestion[];
  error: string | undefined;
  onChange: (showIf: ShowIf | null) => void;
};

const matches = [
  { value: "all", label: "toutes ces conditions" },
  { value: "any", label: "au moins une de ces conditions" },
];

/** The condition for asking a question: up to five rules about answers to earlier questions. */
export function ShowIfField({ showIf, choices, error, onChange }: ShowIfFieldProps) {
  const errorId = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const rules = showIf?.rules ?? [];
  const setRules = (next: ShowRule[]) =>
    onChange(next.length > 0 ? { match: showIf?.match ?? "all", rules: next } : null);
  const [first] = choices;
  if (!first && rules.length === 0) return null;
  return (
    <fieldset className={classes.options} {...(error && { "aria-describedby": errorId })}>
      <legend>Montrer seulement si…</legend>
      <Stack gap="xs" mt={4}>
        {showIf && rules.length > 1 && (
          <NativeSelect
            aria-label="Combien de conditions"
            data={matches}
            value={showIf.match}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...showIf, match: value === "any" ? "any" : "all" })
            }
          />
        )}
        {rules.map((rule, index) => (
          <RuleRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its place.
            key={index}
            name={`Condition ${index + 1}`}
            rule={rule}
            choices={choices}
            onChange={(changed) => setRules(rules.map((other, at) => (at === index ? changed : other)))}
            onRemove={() => {
              setRules(rules.filter((_, at) => at !== index));
              addButton.current?.focus();
            }}
          />
        ))}
        <div>
          <Button
            ref={addButton}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={!first || rules.length >= limits.showRulesMax}
            onClick={() => first && setRules([...rules, newRule(first)])}
          >
            Ajouter une condition
          </Button>
        </div>
        {error && (
          <Text id={errorId} role="alert" size="sm" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
      </Stack>
    </fieldset>
  );
}

type RuleRowProps = {
  name: string;
  rule: ShowRule;
  choices: readonly AdminQuestion[];
  onChange: (rule: ShowRule) => void;
  onRemove: () => void;
};

/** One rule. When its question is no longer a choice question, the rule shows it as missing, and saving reports the reason. */
function RuleRow({ name, rule, choices, onChange, onRemove }: RuleRowProps) {
  const needed = choices.find(({ id }) => id === rule.questionId);
  const options = needed?.options ?? [];
  const missing = (value: string, known: boolean) =>
    known ? [] : [{ value, label: "à choisir de nouveau" }];
  return (
    <div className={classes.rule}>
      <NativeSelect
        aria-label={`${name} : question`}
        data={[
          ...missing(rule.questionId, needed !== undefined),
          ...choices.map(({ id, question }) => ({ value: id, label: question })),
        ]}
        value={rule.questionId}
        onChange={({ currentTarget: { value } }) => {
          const chosen = choices.find(({ id }) => id === value);
          if (chosen) onChange({ ...newRule(chosen), op: rule.op });
        }}
      />
      <NativeSelect
        aria-label={`${name} : comparaison`}
        data={Object.entries(wordsOf(needed)).map(([value, label]) => ({ value, label }))}
        value={rule.op}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...rule, op: value === "is" ? "is" : "isNot" })
        }
      />
      <NativeSelect
        aria-label={`${name} : option`}
        data={[...missing(rule.value, options.includes(rule.value)), ...options]}
        value={rule.value}
        onChange={({ currentTarget: { value } }) => onChange({ ...rule, value })}
      />
      <RowButton quiet tone="gray" aria-label={`Retirer la condition : ${name}`} onClick={onRemove}>
        <IconX size={18} aria-hidden />
      </RowButton>
    </div>
  );
}

const newRule = ({ id, options }: AdminQuestion): ShowRule => ({
  questionId: id,
  op: "is",
  value: options?.[0] ?? "",
});

function wordsOf(needed: Pick<Question, "fieldType"> | undefined): Record<ShowRule["op"], string> {
  const isMultiple = needed !== undefined && questionTypes[needed.fieldType].isMultiple;
  return isMultiple ? { is: "contient", isNot: "ne contient pas" } : { is: "est", isNot: "n’est pas" };
}

/**
 * The earlier choice questions that the whole audience of this question is asked.
 * @param question null for a new question, which comes last
 */
export function questionsBefore(
  all: readonly AdminQuestion[],
  question: Pick<AdminQuestion, "orderPosition"> | null,
  targetType: TargetType,
): AdminQuestion[] {
  const isAskedOfAll = (other: TargetType) =>
    audiences.every((audience) => !addresses(targetType, audience) || addresses(other, audience));
  return all.filter(
    (other) =>
      isChoice(other.fieldType) &&
      isAskedOfAll(other.targetType) &&
      (question === null || other.orderPosition < question.orderPosition),
  );
}

/** "seulement si « Matière » est Lin ou « Saison » n’est pas Été" */
export function showIfText({ match, rules }: ShowIf, all: readonly AdminQuestion[]): string {
  const texts = rules.map(({ questionId, op, value }) => {
    const needed = all.find(({ id }) => id === questionId);
    return `« ${needed?.question ?? "question supprimée"} » ${wordsOf(needed)[op]} ${value}`;
  });
  return `seulement si ${texts.join(match === "all" ? " et " : " ou ")}`;
}

import { Button } from "@mantine/core";
import { formatNumber } from "#web/lib/format.ts";
import classes from "./choice-strip.module.css";

type Props<Value extends string> = {
  /** What is chosen, for those who do not see the strip. */
  label: string;
  /** `count`: how much there is behind each choice. */
  choices: readonly { value: Value; label: string; count?: number | undefined }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Filter buttons of which exactly one is pressed. */
export function ChoiceStrip<Value extends string>({ label, choices, value, onChange }: Props<Value>) {
  return (
    <fieldset className={classes.strip}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <Button
          key={choice.value}
          className={classes.choice ?? ""}
          variant="default"
          size="xs"
          radius="xl"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
          {choice.count !== undefined && <span className={classes.count}>{formatNumber(choice.count)}</span>}
        </Button>
      ))}
    </fieldset>
  );
}

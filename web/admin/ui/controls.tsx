import { Button, Switch, type SwitchProps } from "@mantine/core";
import { formatNumber } from "#web/lib/format.ts";
import classes from "./choice-strip.module.css";

type ChoiceStripProps<Value extends string> = {
  /** The subject of the choice, for screen readers. */
  label: string;
  /** `count`: the number of results of each choice. `sense`: the French meaning of an English label. */
  choices: readonly { value: Value; label: string; count?: number | undefined; sense?: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Filter buttons of which exactly one is pressed. */
export function ChoiceStrip<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: ChoiceStripProps<Value>) {
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
          title={choice.sense}
          onClick={() => onChange(choice.value)}
        >
          {choice.sense ? <span lang="en">{choice.label}</span> : choice.label}
          {choice.count !== undefined && <span className={classes.count}>{formatNumber(choice.count)}</span>}
        </Button>
      ))}
    </fieldset>
  );
}

type DescribedSwitchProps = SwitchProps & { label: string; description: string };

/** A switch with a description. `aria-label` keeps screen readers from reading the description twice, also as part of the name. */
export function DescribedSwitch({ label, ...props }: DescribedSwitchProps) {
  return <Switch aria-label={label} label={label} {...props} />;
}

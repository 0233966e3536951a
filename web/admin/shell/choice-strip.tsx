import { Button, Group } from "@mantine/core";

type Props<Value extends string> = {
  /** What is chosen, for those who do not see the strip. */
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Filter buttons of which exactly one is pressed. */
export function ChoiceStrip<Value extends string>({ label, choices, value, onChange }: Props<Value>) {
  return (
    <Group component="fieldset" gap={6} m={0} p={0} bd={0} miw={0}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <Button
          key={choice.value}
          size="xs"
          radius="xl"
          color="dark"
          variant={choice.value === value ? "filled" : "default"}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </Button>
      ))}
    </Group>
  );
}

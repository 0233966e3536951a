import { Switch, type SwitchProps } from "@mantine/core";

type Props = SwitchProps & { label: string; description: string };

/** A switch with a sentence under its name: Mantine would read the sentence out as part of the name, and once more after it. */
export function DescribedSwitch({ label, ...props }: Props) {
  return <Switch aria-label={label} label={label} {...props} />;
}

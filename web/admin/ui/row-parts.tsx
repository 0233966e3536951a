import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import classes from "./row-parts.module.css";

/*
 * Elements for the rows of a list: plain HTML elements that look like Mantine's. A change of page renders a hundred of them, and
 * Mantine's components took half of that time.
 */

type Tone = "green" | "red" | "yellow" | "gray";

/** Shows a state or a remark as text: the colour carries no further information. */
export function Pill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.pill} data-tone={tone}>
      {children}
    </span>
  );
}

type ButtonProps = ComponentProps<"button"> & {
  /** The colour, which shows the kind of action of a button with only an icon. */
  tone?: Tone;
  /** True for a button without a background. */
  quiet?: boolean;
};

export function RowButton({ tone, quiet, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      className={`${classes.button} mantine-focus-auto`}
      data-tone={tone}
      data-quiet={quiet}
      {...props}
    />
  );
}

type CheckboxProps = {
  /** The accessible name. */
  name: string;
  /** The visible label beside the checkbox. */
  label?: ReactNode;
  checked: boolean;
  /** True when only a part of the items is selected. */
  indeterminate?: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

export function RowCheckbox({
  name,
  label,
  checked,
  indeterminate = false,
  disabled = false,
  onChange,
}: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={classes.choice}>
      <input
        ref={input}
        type="checkbox"
        className={`${classes.checkbox} mantine-focus-auto`}
        aria-label={name}
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

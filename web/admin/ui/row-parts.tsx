import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import classes from "./row-parts.module.css";

/*
 * What rows of a list are made of: the browser's own elements in the look of Mantine's. A page turn draws a hundred of them at
 * once, and Mantine's took half of its time.
 */

type Tone = "green" | "red" | "yellow" | "gray";

/** A state or a remark in a word; its colour only repeats it. */
export function Pill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.pill} data-tone={tone}>
      {children}
    </span>
  );
}

type ButtonProps = ComponentProps<"button"> & {
  /** What it leads to, for a button that shows a sign alone. */
  tone?: Tone;
  /** Without a background. */
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
  /** Read out. */
  name: string;
  /** Drawn beside it. */
  label?: ReactNode;
  checked: boolean;
  /** A part of its content. */
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

import { Button, type ButtonProps } from "@mantine/core";
import type { ComponentProps, MouseEvent } from "react";

type Props = ButtonProps & Omit<ComponentProps<"button">, keyof ButtonProps>;

/**
 * A button that does nothing more while what it began is under way (`loading`), and keeps the focus: Mantine's own is disabled
 * meanwhile, which drops the focus, so that whoever pressed it with a key would be at the top of the page.
 */
export function SavingButton({ loading = false, disabled = false, onClick, ...props }: Props) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <Button
      {...props}
      loading={loading}
      disabled={disabled}
      renderRoot={(root: ComponentProps<"button">) => (
        <button
          {...root}
          disabled={disabled && !loading}
          aria-disabled={loading || undefined}
          onClick={press}
        />
      )}
    />
  );
}

import { Button, type ButtonProps } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconCheck, IconCopy, IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ComponentProps, MouseEvent } from "react";
import { api, failureMessage, unwrap } from "#web/lib/api.ts";
import { failureNotice } from "./failure-notice.ts";
import { hasModifier } from "./keys/keys.ts";
import { isConfirmationDeclined } from "./reauthentication.ts";

type SavingButtonProps = ButtonProps & Omit<ComponentProps<"button">, keyof ButtonProps>;

/**
 * A button that ignores presses while its action is under way (`loading`) and keeps the focus. Mantine disables its
 * loading button, which drops the focus to the top of the page. It also ignores the second click of a double click, which
 * may arrive before `loading` is rendered.
 */
export function SavingButton({ loading = false, disabled = false, onClick, ...props }: SavingButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading || event.detail > 1) event.preventDefault();
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

type CopyTextButtonProps = {
  text: string;
  label: string;
  /** The button's subject, for screen readers. */
  about?: string;
  copiedLabel: string;
  size?: ButtonProps["size"];
};

/** Copies a text and announces the result, because a browser without https has no clipboard. */
export function CopyTextButton({ text, label, about, copiedLabel, size = "sm" }: CopyTextButtonProps) {
  const { copy, copied, error } = useClipboard({ timeout: 15_000 });
  const Icon = copied ? IconCheck : IconCopy;
  const outcome = copied ? copiedLabel : error && "Copie impossible : sélectionnez le texte";
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => copy(text)}
      >
        {outcome ?? label}
        {about && <span className="visually-hidden"> ({about})</span>}
      </Button>
      <span role="status" className="visually-hidden">
        {outcome}
      </span>
    </>
  );
}

type ExportButtonProps = Pick<ButtonProps, "size"> & {
  /** The address of the CSV file, e.g. "/api/admin/stats/answers.csv?audience=all". */
  address: string;
  label?: string;
};

/**
 * Downloads a CSV file. Asks for the password first when a confirmation is needed, because a download by the browser
 * cannot do that.
 */
export function ExportButton({ address, size, label = "Exporter en CSV" }: ExportButtonProps) {
  const exporting = useMutation({
    mutationFn: async () => {
      await unwrap(api.api.admin.me.confirmation.$get());
      const link = document.createElement("a");
      link.href = address;
      link.download = "";
      link.click();
    },
    onError: (error) => {
      if (isConfirmationDeclined(error)) return;
      notifications.show({
        ...failureNotice,
        title: "L’export n’a pas pu commencer",
        message: failureMessage(error),
      });
    },
  });
  return (
    <Button
      component="a"
      href={address}
      download
      onClick={(event) => {
        if (hasModifier(event)) return;
        event.preventDefault();
        exporting.mutate();
      }}
      variant="default"
      {...(size !== undefined && { size })}
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {label}
    </Button>
  );
}

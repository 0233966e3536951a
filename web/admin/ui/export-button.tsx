import { Button, type ButtonProps } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { api, failureMessage, unwrap } from "#web/lib/api.ts";
import { hasModifier } from "./has-modifier.ts";
import { isConfirmationDeclined } from "./reauthentication.ts";

type Props = Pick<ButtonProps, "size"> & {
  /** Of the CSV file, e.g. "/api/admin/stats/answers.csv?audience=all". */
  address: string;
};

/**
 * Downloads a CSV file. It asks for the password first where that is due, because a download that the browser makes by itself
 * cannot ask.
 */
export function ExportButton({ address, size }: Props) {
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
        color: "red",
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
      Exporter en CSV
    </Button>
  );
}

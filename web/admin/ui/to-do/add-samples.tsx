import type { ButtonProps } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusHeading } from "#web/admin/ui/focus.ts";
import { formatCount } from "#web/lib/format.ts";
import { useAddSamples, useMayAddSamples } from "./to-do.api.ts";

/** Shown while the server allows sample sign-ups. Its action removes the button, so the heading takes the focus. */
export function AddSamples(props: ButtonProps) {
  const mayAdd = useMayAddSamples();
  const add = useAddSamples((count) => {
    focusHeading();
    notifications.show({
      message: `${formatCount(count, "inscription d’exemple ajoutée", "inscriptions d’exemple ajoutées")}.`,
    });
  });
  if (!mayAdd) return null;
  return (
    <>
      <SavingButton variant="default" {...props} loading={add.isPending} onClick={() => add.mutate()}>
        Ajouter des exemples
      </SavingButton>
      <ErrorAlert error={add.error} onClose={add.reset} />
    </>
  );
}

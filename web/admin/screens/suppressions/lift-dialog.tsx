import { Button, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type FormEvent, useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import { suppressionReasonLabels } from "#contract/privacy.ts";
import { type Suppression, suppressionMessages } from "#contract/suppressions.schema.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { ApiFailure } from "#web/lib/api.ts";
import { useLiftSuppression } from "./suppressions.api.ts";

type Props = { suppression: Suppression; onClose: () => void };

/** Asks why: the answer stands in the journal. */
export function LiftDialog({ suppression, onClose }: Props) {
  const lift = useLiftSuppression();
  const formId = useId();
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const serverProblem = lift.error instanceof ApiFailure ? lift.error.fields.reason : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === "") return setProblem(suppressionMessages.noteRequired);
    lift.mutate(
      { id: suppression.id, reason },
      {
        onSuccess: () => {
          notifications.show({ color: "green", message: "Adresse débloquée" });
          onClose();
        },
      },
    );
  };

  return (
    <AdminDialog
      open
      title="Débloquer cette adresse ?"
      onClose={onClose}
      size="md"
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <Button type="submit" form={formId} loading={lift.isPending}>
            Débloquer
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack>
          <Text style={{ overflowWrap: "anywhere" }}>
            {suppression.email ?? suppressionMessages.erased} · {suppressionReasonLabels[suppression.reason]}
          </Text>
          <Text size="sm" c="dimmed">
            Un consentement retiré le reste : cette personne ne recevra d’actualités que si elle les accepte.
          </Text>
          {!serverProblem && <ErrorAlert error={lift.error} onClose={lift.reset} />}
          <TextInput
            label="Raison"
            description="Elle est notée dans le journal, sans l’adresse"
            required
            data-autofocus
            maxLength={limits.subjectMax}
            value={reason}
            error={problem ?? serverProblem}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setProblem(null);
            }}
          />
        </Stack>
      </form>
    </AdminDialog>
  );
}

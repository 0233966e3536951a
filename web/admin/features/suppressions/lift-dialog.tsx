import { Button, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type FormEvent, useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import { suppressionReasonLabels } from "#contract/privacy.ts";
import { type Suppression, suppressionMessages } from "#contract/suppressions.schema.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusRefusedField } from "#web/admin/ui/focus.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { useLiftSuppressions } from "./suppressions.api.ts";

type Props = { suppressions: Suppression[]; onClose: () => void; onLifted: () => void };

/** Asks for the reason, which the journal keeps. */
export function LiftDialog({ suppressions, onClose, onLifted }: Props) {
  const lift = useLiftSuppressions();
  const [first, ...others] = suppressions;
  const isOne = others.length === 0;
  const formId = useId();
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const serverProblem = lift.error instanceof ApiFailure ? lift.error.fields.reason : undefined;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (reason.trim() === "") {
      setProblem(suppressionMessages.noteRequired);
      return focusRefusedField(form);
    }
    lift.mutate(
      { ids: suppressions.map(({ id }) => id), reason },
      {
        onSuccess: () => {
          notifications.show({
            color: "green",
            message: isOne ? "Adresse débloquée" : "Adresses débloquées",
          });
          onLifted();
        },
        onError: () => focusRefusedField(form),
      },
    );
  };

  return (
    <AdminDialog
      open
      title={isOne ? "Débloquer cette adresse ?" : `Débloquer ${suppressions.length} adresses ?`}
      onClose={onClose}
      size="md"
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <SavingButton type="submit" form={formId} loading={lift.isPending}>
            Débloquer
          </SavingButton>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack>
          {first && isOne && (
            <Text style={{ overflowWrap: "anywhere" }}>
              {first.email ?? suppressionMessages.erased} · {suppressionReasonLabels[first.reason]}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            Un consentement retiré le reste : cette personne ne recevra d’actualités que si elle les accepte.
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

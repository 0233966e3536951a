import { Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Audience } from "#contract/audience.ts";
import type { Invitation } from "#contract/invitations.schema.ts";
import { invitationStateLabels } from "#contract/waves.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { useInvitationAction } from "../signups.api.ts";

type Props = { audience: Audience; signupId: string; invitation: Invitation };

/** The state of a person's invitation, and the actions on it. */
export function InvitationFact({ audience, signupId, invitation }: Props) {
  const act = useInvitationAction({ audience, signupId });
  const running = act.isPending && act.variables.action;
  const { id, state } = invitation;
  const run = (action: "renew" | "revoke", message: string) =>
    act.mutate({ id, action }, { onSuccess: () => notifications.show({ message }) });
  return (
    <>
      {invitationText(invitation)}
      {state !== "redeemed" && (
        <Group gap="xs" mt={4}>
          <SavingButton
            size="xs"
            variant="default"
            loading={running === "renew"}
            disabled={act.isPending}
            onClick={() => run("renew", "Un nouveau code part. L’ancien ne vaut plus rien.")}
          >
            Envoyer un nouveau code
          </SavingButton>
          {(state === "sent" || state === "to_send") && (
            <SavingButton
              size="xs"
              variant="default"
              loading={running === "revoke"}
              disabled={act.isPending}
              onClick={() => run("revoke", "L’invitation est révoquée.")}
            >
              Révoquer
            </SavingButton>
          )}
        </Group>
      )}
      <ErrorAlert error={act.error} fallback="L’invitation n’a pas pu être changée." onClose={act.reset} />
    </>
  );
}

function invitationText({ state, sentAt, expiresAt, redeemedAt, revokedAt }: Invitation): string {
  const label = invitationStateLabels[state];
  switch (state) {
    case "sent":
      return `${label} le ${formatDateTime(sentAt)}, valable jusqu’au ${formatDateTime(expiresAt)}`;
    case "redeemed":
      return `${label} le ${formatDateTime(redeemedAt)}`;
    case "expired":
      return `${label} le ${formatDateTime(expiresAt)}`;
    case "revoked":
      return `${label} le ${formatDateTime(revokedAt)}`;
    default:
      return label;
  }
}

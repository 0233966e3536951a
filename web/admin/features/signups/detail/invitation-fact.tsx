import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Audience } from "#contract/audience.ts";
import type { Invitation } from "#contract/invitations.schema.ts";
import { invitationStateLabels } from "#contract/waves.ts";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { useInvitationAction } from "../signups.api.ts";

type Props = { audience: Audience; signupId: string; invitation: Invitation };

/** The state of a person's invitation, and the actions on it. */
export function InvitationFact({ audience, signupId, invitation }: Props) {
  const act = useInvitationAction({ audience, signupId });
  const { id, state } = invitation;
  const run = (action: "renew" | "revoke", message: string) =>
    act.mutate({ id, action }, { onSuccess: () => notifications.show({ message }) });
  return (
    <>
      {invitationText(invitation)}
      {state !== "redeemed" && (
        <Group gap="xs" mt={4}>
          <Button
            size="xs"
            variant="default"
            loading={act.isPending}
            onClick={() => run("renew", "Un nouveau code part. L’ancien ne vaut plus rien.")}
          >
            Envoyer un nouveau code
          </Button>
          {(state === "sent" || state === "to_send") && (
            <Button
              size="xs"
              variant="default"
              disabled={act.isPending}
              onClick={() => run("revoke", "L’invitation est révoquée.")}
            >
              Révoquer
            </Button>
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

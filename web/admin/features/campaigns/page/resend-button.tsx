import { Button, Checkbox, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconRepeat } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Campaign } from "#contract/campaigns.schema.ts";
import { emailMessages } from "#contract/email.ts";
import { campaignAddress } from "#web/admin/features/campaigns/campaign-addresses.ts";
import { hasEnded } from "#web/admin/features/campaigns/campaign-state.ts";
import { useResendMissing } from "#web/admin/features/campaigns/campaigns.api.ts";
import { ConfirmDialog } from "#web/admin/ui/confirm-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { formatCount } from "#web/lib/format.ts";

/** Once a campaign has ended and some of its messages failed. */
export function ResendButton({ campaign }: { campaign: Campaign }) {
  const { isSuperAdmin } = useCurrentAdmin();
  const [asking, question] = useDisclosure(false);
  const [uncertain, setUncertain] = useState(false);
  const navigate = useNavigate();
  const resend = useResendMissing(campaign.id);
  if (!hasEnded(campaign) || campaign.failed === 0) return null;
  if (campaign.kind === "service" && !isSuperAdmin) return null;
  const send = () =>
    resend.mutate(uncertain, {
      onSuccess: ({ id }) => {
        question.close();
        void navigate(campaignAddress(id), { state: { fresh: true } });
      },
    });
  return (
    <>
      <Button variant="default" leftSection={<IconRepeat size={16} aria-hidden />} onClick={question.open}>
        Renvoyer à ceux qui ne l’ont pas reçu
      </Button>
      <ConfirmDialog
        title="Renvoyer à ceux qui ne l’ont pas reçu ?"
        open={asking}
        onClose={question.close}
        confirm="Renvoyer"
        cancel="Ne rien renvoyer"
        pending={resend.isPending}
        onConfirm={send}
      >
        <Stack gap="sm">
          <Text>
            {formatCount(campaign.failed, "échec", "échecs")} : le même message part à ceux de ces
            destinataires qui ne l’ont pas reçu depuis, sont encore inscrits et peuvent encore être contactés.
            C’est un envoi à part, qui commence aussitôt.
          </Text>
          <Checkbox
            label={`Aussi à ceux qui l’ont peut-être reçu (« ${emailMessages.interrupted} »)`}
            description="Certains pourraient le recevoir deux fois."
            checked={uncertain}
            onChange={({ currentTarget }) => setUncertain(currentTarget.checked)}
          />
          <ErrorAlert
            error={resend.error}
            fallback="Le renvoi n’a pas pu commencer."
            onClose={resend.reset}
          />
        </Stack>
      </ConfirmDialog>
    </>
  );
}

import { Checkbox, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { campaignKindLabels } from "#contract/email.ts";
import { audienceText } from "#web/admin/features/campaigns/campaign-texts.ts";
import type { useCampaignChecks } from "#web/admin/features/campaigns/campaigns.api.ts";
import { CheckList, checksFailed } from "#web/admin/features/campaigns/checks/check-list.tsx";
import { formatParis, parisInstant } from "#web/admin/features/campaigns/paris-time.ts";
import { ConfirmDialog } from "#web/admin/ui/confirm-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import { formatCount } from "#web/lib/format.ts";
import type { CampaignValues } from "./campaign-values.ts";

type Props = {
  open: boolean;
  values: CampaignValues;
  count: number | undefined;
  checks: ReturnType<typeof useCampaignChecks>;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Mail that has left cannot be called back: the count is shown once more. */
export function ConfirmSend({ open, values, count, checks, onCancel, onConfirm }: Props) {
  const [accepted, setAccepted] = useState(false);
  const verdicts = checks.data?.items.map(({ verdict }) => verdict) ?? [];
  const warned = verdicts.includes("warn");
  const ready = !checks.isPending && !verdicts.includes("error") && (!warned || accepted);
  useEffect(() => {
    if (open) setAccepted(false);
  }, [open]);
  const { kind, reason, recipientType, statusFilter, subject, later, scheduledAt } = values;
  const instant = later ? parisInstant(scheduledAt) : null;
  const people = count === undefined ? "ces destinataires" : formatCount(count, "destinataire");
  return (
    <ConfirmDialog
      title={instant ? "Programmer cet envoi ?" : "Envoyer cet e-mail ?"}
      open={open}
      onClose={onCancel}
      confirm={instant ? "Programmer l’envoi" : `Envoyer à ${people}`}
      cancel="Revenir au message"
      disabled={!ready}
      onConfirm={onConfirm}
    >
      <Stack gap="xs">
        <Text fw={600}>« {subject.trim()} »</Text>
        <Text size="sm">
          {campaignKindLabels[kind]}
          {kind === "service" && ` : ${reason.trim()}`}
        </Text>
        {instant ? (
          <Text>
            L’e-mail partira le {formatParis(instant)} (heure de Paris), à ceux qui correspondront alors aux
            filtres : {people} aujourd’hui ({audienceText(recipientType, statusFilter)}).
          </Text>
        ) : (
          <Text>
            L’e-mail part réellement, à {people} ({audienceText(recipientType, statusFilter)}). Un e-mail
            parti ne se rappelle pas.
          </Text>
        )}
        {checks.isPending && <LoadingText>Vérification du message…</LoadingText>}
        <ErrorAlert error={checks.error} fallback={checksFailed} />
        {checks.data && !checks.isPending && <CheckList checks={checks.data} onlyFindings />}
        {warned && !verdicts.includes("error") && (
          <Checkbox
            label="J’ai vu ces remarques, et j’envoie quand même"
            checked={accepted}
            onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}

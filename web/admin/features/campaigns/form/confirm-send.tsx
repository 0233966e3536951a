import { Checkbox, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle } from "@tabler/icons-react";
import { useEffect, useId, useState } from "react";
import type { CampaignCheckKey, CampaignChecks } from "#contract/campaigns.schema.ts";
import { campaignKindLabels } from "#contract/email.ts";
import { type DomainVerdict, domainVerdictLabels } from "#contract/email-domain.ts";
import { formatParisDateTime, parisInstant } from "#contract/paris-time.ts";
import { audienceText } from "#web/admin/features/campaigns/campaign-texts.ts";
import type { useCampaignChecks } from "#web/admin/features/campaigns/campaigns.api.ts";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { formatCount } from "#web/lib/format.ts";
import type { CampaignValues } from "./campaign-values.ts";
import classes from "./form.module.css";

type ConfirmSendProps = {
  open: boolean;
  values: CampaignValues;
  /** The name of the recipients' segment; null for all sign-ups. */
  segmentName: string | null;
  count: number | undefined;
  checks: ReturnType<typeof useCampaignChecks>;
  /** True in simulation mode: no mail is sent. */
  simulated: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Sent mail cannot be recalled: the dialog repeats the count. A simulation shows the same dialog. */
export function ConfirmSend({
  open,
  values,
  segmentName,
  count,
  checks,
  simulated,
  onCancel,
  onConfirm,
}: ConfirmSendProps) {
  const [accepted, setAccepted] = useState(false);
  const verdicts = checks.data?.items.map(({ verdict }) => verdict) ?? [];
  const warned = verdicts.includes("warn");
  const ready = !checks.isPending && !verdicts.includes("error") && (!warned || accepted);
  useEffect(() => {
    if (open) setAccepted(false);
  }, [open]);
  const { kind, reason, subject, later, scheduledAt } = values;
  const audience = audienceText({ ...values, segmentName });
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
            L’e-mail partira le {formatParisDateTime(instant)} (heure de Paris), à ceux qui correspondront
            alors aux filtres : {people} aujourd’hui ({audience}).
          </Text>
        ) : (
          <Text>
            {simulated ? "Mode simulation : rien ne part, l’envoi à " : "L’e-mail part réellement, à "}
            {people} ({audience})
            {simulated ? " est seulement noté." : ". Un e-mail parti ne se rappelle pas."}
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

export const checksFailed = "La vérification n’a pas abouti.";

const labels: Record<CampaignCheckKey, string> = {
  subject: "Objet",
  content: "Contenu",
  recipients: "Destinataires",
  links: "Liens",
  pictures: "Images",
  size: "Taille",
  variables: "Variables",
  empty_variables: "Variables vides",
  unsubscribe: "Désinscription",
  domain: "Domaine d’envoi",
};

const icons: Record<DomainVerdict, typeof IconHelpCircle> = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  error: IconCircleX,
  unknown: IconHelpCircle,
};

type ChecksFailedProps = {
  checks: CampaignChecks;
  /** True: passed checks are counted, not listed. */
  onlyFindings?: boolean;
};

/** The checks before sending, row by row: an icon, a word and a sentence. */
export function CheckList({ checks, onlyFindings = false }: ChecksFailedProps) {
  const titleId = useId();
  const shown = onlyFindings ? checks.items.filter(({ verdict }) => verdict !== "ok") : checks.items;
  const good = checks.items.length - shown.length;
  return (
    <section className={classes.checks} aria-labelledby={titleId}>
      <Text component="h3" id={titleId} size="sm" fw={600} m={0}>
        Avant l’envoi
      </Text>
      <div role="status">
        <ul className={classes.rows}>
          {shown.map(({ key, verdict, text, details }) => {
            const Icon = icons[verdict];
            return (
              <li key={key} data-verdict={verdict}>
                <Icon size={18} aria-hidden className={classes.icon ?? ""} />
                <div>
                  <strong>{labels[key]}</strong>{" "}
                  <span className="visually-hidden">({domainVerdictLabels[verdict]})</span> {text}
                  {details.length > 0 && (
                    <ul className={classes.details}>
                      {details.map((detail) => (
                        <li key={detail}>{detail}</li>
                      ))}
                    </ul>
                  )}
                </div>
              </li>
            );
          })}
          {good > 0 && (
            <li data-verdict="ok">
              <IconCircleCheck size={18} aria-hidden className={classes.icon ?? ""} />
              <div>{shown.length === 0 ? "Tout est en ordre." : "Le reste est en ordre."}</div>
            </li>
          )}
        </ul>
      </div>
    </section>
  );
}

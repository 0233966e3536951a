import {
  Button,
  Group,
  NativeSelect,
  Paper,
  Radio,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { RecipientCount } from "#contract/campaigns.schema.ts";
import { campaignKindLabels, recipientStatusFilters, recipientTypes } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import { parisLocal } from "#contract/paris-time.ts";
import type { SegmentList } from "#contract/segments.schema.ts";
import { HelpBox } from "#web/admin/mail-kit/help-box.tsx";
import { emailTemplatesQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { failureMessage } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/format.ts";
import {
  audienceText,
  recipientSentence,
  recipientTypeLabels,
  segmentNameOf,
  statusFilterLabels,
} from "../campaign-texts.ts";
import classes from "./form.module.css";
import type { CampaignFormHandle } from "./use-campaign-form.ts";

const types = recipientTypes.map((value) => ({ value, label: recipientTypeLabels[value] }));
const statuses = recipientStatusFilters.map((value) => ({ value, label: statusFilterLabels[value] }));

type Props = {
  form: CampaignFormHandle;
  recipients: Pick<UseQueryResult, "error" | "refetch">;
  segments: Pick<UseQueryResult<SegmentList>, "data" | "error">;
  /** Undefined while the server counts the recipients. */
  counted: RecipientCount | undefined;
};

/** The filters of the recipients and their number. Small screens fold the filters away. */
export function RecipientsPanel({ form, recipients, segments, counted }: Props) {
  const [open, { toggle }] = useDisclosure(false);
  return (
    <Paper
      component="section"
      withBorder
      className={mailClasses.panel ?? ""}
      aria-labelledby="recipients-title"
    >
      <Stack gap="sm">
        <div className={classes.recipientsHead}>
          <Title order={2} size="h3" id="recipients-title">
            Destinataires
          </Title>
          <Button
            className={classes.filterToggle ?? ""}
            variant="default"
            size="xs"
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            aria-expanded={open}
            aria-controls="recipient-filters"
            onClick={toggle}
          >
            Filtres
          </Button>
        </div>
        <KindFields form={form} />
        <div id="recipient-filters" className={classes.filters} data-open={open}>
          <NativeSelect label="Type de destinataires" data={types} {...form.getInputProps("recipientType")} />
          <NativeSelect label="Statut" data={statuses} {...form.getInputProps("statusFilter")} />
          <SegmentField form={form} segments={segments} />
        </div>
        <div role="status">
          <Text className={classes.count ?? ""}>
            {counted === undefined ? "…" : formatCount(counted.count, "destinataire")}
          </Text>
          {counted && <Text size="sm">{recipientSentence(counted)}</Text>}
          <Text size="sm" c="dimmed">
            {audienceText({ ...form.values, segmentName: segmentNameOf(form.values, segments.data) })}
          </Text>
        </div>
        <ErrorAlert error={recipients.error} onRetry={() => void recipients.refetch()} />
      </Stack>
    </Paper>
  );
}

/** Limits the recipients to a segment. A deleted segment stays chosen and selects no recipient. */
function SegmentField({ form, segments }: Pick<Props, "form" | "segments">) {
  const { segmentId } = form.values;
  const items = segments.data?.items ?? [];
  const chosen = items.find(({ id }) => id === segmentId);
  const isGone = segmentId !== null && segments.data !== undefined && !chosen;
  const data = [
    { value: "", label: "Tous" },
    ...items.map(({ id, name }) => ({ value: id, label: name })),
    ...(segmentId !== null && !chosen
      ? [{ value: segmentId, label: isGone ? "Segment supprimé" : "…" }]
      : []),
  ];
  return (
    <NativeSelect
      label="Segment"
      data={data}
      value={segmentId ?? ""}
      onChange={({ currentTarget }) => form.setFieldValue("segmentId", currentTarget.value || null)}
      description={chosen?.missing ?? chosen?.sentence}
      inputWrapperOrder={["label", "input", "description", "error"]}
      error={form.errors.segmentId ?? (segments.error && failureMessage(segments.error))}
    />
  );
}

/** The kind of the campaign. A service message needs a super administrator and a reason, or an allowed template; a request to confirm a super administrator. */
function KindFields({ form }: { form: CampaignFormHandle }) {
  const { isSuperAdmin } = useCurrentAdmin();
  const { allowed, reason } = useAllowedText(form, !isSuperAdmin);
  const kind = form.getInputProps("kind");
  const choose = (value: string) => {
    kind.onChange(value);
    if (value === "service" && reason !== null) form.setFieldValue("reason", reason);
    if (value === "confirmation") form.setFieldValue("statusFilter", "all");
  };
  return (
    <>
      <Radio.Group label="Type d’envoi" {...kind} onChange={choose}>
        <Stack gap={6} mt={4}>
          <Radio
            value="news"
            label={campaignKindLabels.news}
            description="À ceux dont l’accord est confirmé, ou prouvé par une liste importée, avec un lien de désinscription."
          />
          <Radio
            value="service"
            label={campaignKindLabels.service}
            disabled={!isSuperAdmin && reason === null}
            description="À tous ceux que désignent les filtres, pour ce qu’ils doivent savoir : leur place est prête, les conditions changent."
          />
          <Radio
            value="confirmation"
            label={campaignKindLabels.confirmation}
            disabled={!isSuperAdmin}
            description="Aux personnes importées qui n’ont pas confirmé leur adresse, une seule fois. Le bouton de confirmation s’ajoute au message."
          />
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {isSuperAdmin
          ? "Un message de service part même sans accord : la loi n’y admet aucune promotion. Seul un super administrateur l’envoie, et sa raison est gardée dans le journal."
          : "Un message de service part même sans accord : un super administrateur l’envoie, ou permet un modèle à tous."}
        {allowed.length > 0 && ` Vous pouvez envoyer, sans le modifier, le modèle ${allowed.join(" ou ")}.`}
      </Text>
      {form.values.kind === "service" && (
        <TextInput
          label="Raison de ce message"
          withAsterisk
          aria-required
          maxLength={limits.reasonMax}
          placeholder="Votre place est prête"
          readOnly={!isSuperAdmin}
          {...form.getInputProps("reason")}
        />
      )}
    </>
  );
}

/**
 * The templates that every admin may send unchanged. `reason` belongs to the template whose text is in the form, and is null for
 * any other text.
 */
function useAllowedText({ values: { subject, content } }: CampaignFormHandle, enabled: boolean) {
  const { data } = useQuery({ ...emailTemplatesQuery, enabled });
  const templates = (data?.items ?? []).filter(({ serviceReason }) => serviceReason !== null);
  const unchanged = templates.find((one) => one.subject === subject && one.content === content);
  return {
    allowed: templates.map(({ name }) => `« ${name} »`),
    reason: unchanged?.serviceReason ?? null,
  };
}

/** Sends at once, or at a time in Europe/Paris in any browser. */
export function ScheduleFields({ form }: { form: CampaignFormHandle }) {
  return (
    <Group align="flex-start" gap="lg" mih={36}>
      <Switch label="Envoyer plus tard" mt={6} {...form.getInputProps("later", { type: "checkbox" })} />
      {form.values.later && (
        <TextInput
          type="datetime-local"
          aria-required
          aria-label="Date et heure d’envoi (heure de Paris)"
          description="Heure de Paris"
          inputWrapperOrder={["input", "description", "error"]}
          min={parisLocal(new Date())}
          {...form.getInputProps("scheduledAt")}
        />
      )}
    </Group>
  );
}

export function SendingHelp() {
  return (
    <HelpBox title="Comment partent les e-mails">
      <p>
        L’envoi passe par le fournisseur choisi dans « Réglages e-mail » : un script PHP sur votre serveur de
        messagerie, un serveur SMTP ou SendGrid.
      </p>
      <p>
        Le serveur envoie les messages l’un après l’autre. Vous pouvez fermer cette page : l’envoi continue,
        et vous le retrouvez ici.
      </p>
      <p>
        Chaque actualité porte un lien de désinscription, et ne part à personne qui s’est désinscrit
        entre-temps.
      </p>
      <p>Une même adresse ne reçoit le message qu’une fois, même inscrite deux fois.</p>
    </HelpBox>
  );
}

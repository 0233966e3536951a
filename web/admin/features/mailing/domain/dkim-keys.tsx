import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconKey } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { DkimKey, DomainCheckRow } from "#contract/email-domain.schema.ts";
import { type DkimKeyState, dkimKeyStateLabels, dkimRetiringDays } from "#contract/email-domain.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { CopyTextButton, SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { dkimKeysQuery, useCreateKey, useRetireKey } from "./domain.api.ts";
import classes from "./domain.module.css";

/** The wait until the closing dialog has returned the focus, perhaps to a button that no longer exists. */
const focusAfterMs = 100;

/** The keys with which the product signs mail itself, for relays that do not sign. */
export function DkimKeys() {
  const keys = useEagerQuery(dkimKeysQuery);
  const create = useCreateKey();
  const { isSuperAdmin } = useCurrentAdmin();
  const [retired, setRetired] = useState<DkimKey | null>(null);
  const [isAsking, setAsking] = useState(false);
  // The pressed button disappears because its key was removed or retired, or because a new key is prepared.
  const focusHeading = () => setTimeout(() => heading.current?.focus(), focusAfterMs);
  const ask = (key: DkimKey) => {
    setRetired(key);
    setAsking(true);
  };
  const heading = useRef<HTMLHeadingElement>(null);
  const items = keys.data?.items ?? [];
  const waits = items.some(({ state }) => state === "prepared");

  return (
    <Paper component="section" withBorder className={mailClasses.panel ?? ""} aria-labelledby="dkim-title">
      <Group justify="space-between" align="flex-start" mb="sm">
        <Title order={2} size="h3" id="dkim-title" ref={heading} tabIndex={-1}>
          Clés DKIM
        </Title>
        {isSuperAdmin && keys.data && !waits && (
          <SavingButton
            variant="default"
            leftSection={<IconKey size={16} aria-hidden />}
            loading={create.isPending}
            onClick={() => create.mutate(undefined, { onSuccess: focusHeading })}
          >
            Créer une clé
          </SavingButton>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="sm" className={classes.prose ?? ""}>
        Si votre serveur SMTP ne signe pas lui-même les messages, Tenue les signe : créez une clé, publiez
        l’enregistrement, puis vérifiez le domaine. Elle sert dès qu’elle est vue dans le DNS.
        {!isSuperAdmin && " Seuls les super administrateurs créent et retirent des clés."}
      </Text>
      <p role="status" className="visually-hidden">
        {create.data && `Clé ${create.data.selector} créée : publiez l’enregistrement ci-dessous.`}
      </p>
      {!isConfirmationDeclined(create.error) && (
        <ErrorAlert error={create.error} fallback="La clé n’a pas pu être créée." onClose={create.reset} />
      )}
      {keys.isPending && <LoadingText>Chargement des clés…</LoadingText>}
      {keys.isError && !keys.data && (
        <ErrorAlert
          error={keys.error}
          fallback="Les clés n’ont pas pu être chargées."
          onRetry={() => void keys.refetch()}
        />
      )}
      {keys.data && items.length === 0 && <Text size="sm">Aucune clé.</Text>}
      {items.length > 0 && (
        <ul className={classes.rows} aria-label="Clés DKIM">
          {items.map((key) => (
            <DkimKeyItem key={key.selector} item={key} {...(isSuperAdmin && { onRetire: () => ask(key) })} />
          ))}
        </ul>
      )}
      <RetireDialog item={retired} open={isAsking} onClose={() => setAsking(false)} onDone={focusHeading} />
    </Paper>
  );
}

const colors: Record<DkimKeyState, string> = { prepared: "yellow", active: "green", retiring: "gray" };

type DkimKeyItemProps = { item: DkimKey; onRetire?: () => void };

function DkimKeyItem({ item, onRetire }: DkimKeyItemProps) {
  const { selector, domain, state, record } = item;
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <h3 className={classes.label}>{selector}</h3>
        <Badge variant="light" radius="sm" tt="none" miw="max-content" color={colors[state]}>
          {dkimKeyStateLabels[state]}
        </Badge>
      </div>
      <div className={classes.explained}>
        <p className={classes.advice}>{describe(item)}</p>
        {state !== "retiring" && <DnsRecord record={record} about={`clé ${selector}`} />}
        {onRetire && state !== "retiring" && (
          <Button
            variant="default"
            size="xs"
            mt="xs"
            aria-label={`${state === "active" ? "Retirer" : "Supprimer"} la clé ${selector} de ${domain}`}
            onClick={onRetire}
          >
            {state === "active" ? "Retirer" : "Supprimer"}
          </Button>
        )}
      </div>
    </li>
  );
}

function describe({ state, domain, createdAt, activatedAt, retiredAt }: DkimKey): string {
  switch (state) {
    case "prepared":
      return `Créée le ${formatDateTime(createdAt)} pour ${domain}. Publiez cet enregistrement : elle signera dès qu’elle sera vue.`;
    case "active":
      return `Signe les messages de ${domain} depuis le ${formatDateTime(activatedAt ?? createdAt)}. Laissez l’enregistrement en place.`;
    case "retiring":
      return `Ne signe plus. Laissez son enregistrement dans le DNS jusqu’au ${formatDateTime(retiredAt ?? createdAt)} : des messages signés avec elle sont encore en route.`;
  }
}

type RetireDialogProps = {
  /** The key that the admin last asked to retire. */
  item: DkimKey | null;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
};

function RetireDialog({ item, open, onClose, onDone }: RetireDialogProps) {
  const retire = useRetireKey();
  const selector = item?.selector ?? "";
  const signs = item?.state === "active";
  const submit = () =>
    retire.mutate(selector, {
      onSuccess: () => {
        notifications.show({ color: "green", message: signs ? "Clé retirée" : "Clé supprimée" });
        onClose();
        onDone();
      },
    });
  return (
    <ConfirmDialog
      open={open}
      title={signs ? "Retirer cette clé ?" : "Supprimer cette clé ?"}
      onClose={onClose}
      confirm={signs ? "Retirer" : "Supprimer"}
      danger
      pending={retire.isPending}
      onConfirm={submit}
    >
      <Stack>
        {!isConfirmationDeclined(retire.error) && <ErrorAlert error={retire.error} onClose={retire.reset} />}
        <Text>
          {signs
            ? `Les messages ne seront plus signés par Tenue dès maintenant. Laissez l’enregistrement de ${selector} dans le DNS encore ${dkimRetiringDays} jours. Pour changer de clé sans interruption, créez plutôt la suivante : elle prendra sa place.`
            : `La clé ${selector} n’a encore rien signé. Son enregistrement, s’il est publié, ne servira plus.`}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}

type DnsRecordValue = NonNullable<NonNullable<DomainCheckRow["fix"]>["record"]>;

/** A DNS record to copy to the domain's host. @param about its purpose, which screen readers announce with each button */
export function DnsRecord({
  record: { name, type, value },
  about,
}: {
  record: DnsRecordValue;
  about: string;
}) {
  return (
    <dl className={classes.record} aria-label={`Enregistrement à publier, ${about}`}>
      <dt>Nom</dt>
      <dd>
        <code>{name}</code>
        <CopyTextButton
          size="compact-sm"
          text={name}
          label="Copier le nom"
          about={about}
          copiedLabel="Nom copié"
        />
      </dd>
      <dt>Type</dt>
      <dd>
        <code>{type}</code>
      </dd>
      <dt>Valeur</dt>
      <dd>
        <code>{value}</code>
        <CopyTextButton
          size="compact-sm"
          text={value}
          label="Copier la valeur"
          about={about}
          copiedLabel="Valeur copiée"
        />
      </dd>
    </dl>
  );
}

import { Group, Paper, Text, Title } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { DkimKey } from "#contract/email-domain.schema.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { useEagerQuery } from "#web/admin/ui/use-eager-query.ts";
import { DkimKeyItem } from "./dkim-key-item.tsx";
import { dkimKeysQuery, useCreateKey } from "./domain.api.ts";
import classes from "./domain.module.css";
import { RetireDialog } from "./retire-dialog.tsx";

/** The dialog gives the focus back first, to a button that may be gone. */
const focusAfterMs = 100;

/** The keys that our own signatures are made with, for relays that do not sign. */
export function DkimKeys() {
  const keys = useEagerQuery(dkimKeysQuery);
  const create = useCreateKey();
  const { isSuperAdmin } = useCurrentAdmin();
  const [retired, setRetired] = useState<DkimKey | null>(null);
  const [isAsking, setAsking] = useState(false);
  // The button that was pressed is gone: with the key, with its right to sign, or because one key waits already.
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

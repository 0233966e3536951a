import { Paper, Stack, Text, Title } from "@mantine/core";
import type { MailboxStatus } from "#contract/bounces.schema.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { useEagerQuery } from "#web/admin/ui/use-eager-query.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { mailboxStatusQuery, useTestMailbox } from "./settings.api.ts";

/** How the mailbox of bounces is read, and a try of it as it is saved. */
export function MailboxCheck() {
  const status = useEagerQuery(mailboxStatusQuery);
  const test = useTestMailbox();
  return (
    <Paper component="section" withBorder className={mailClasses.panel ?? ""} aria-labelledby="mailbox-title">
      <Stack gap="sm">
        <Title order={2} size="h3" id="mailbox-title">
          Boîte des retours
        </Title>
        <ErrorAlert error={status.error} onRetry={() => void status.refetch()} />
        {status.data && <Reading status={status.data} />}
        <SavingButton variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Tester la boîte
        </SavingButton>
        <Text size="sm" role="status">
          {test.data?.message}
        </Text>
        <ErrorAlert error={test.error} onClose={test.reset} />
      </Stack>
    </Paper>
  );
}

function Reading({ status }: { status: MailboxStatus }) {
  const { lastReadAt, nextReadAt, error } = status;
  return (
    <>
      <Text size="sm">
        {lastReadAt === null ? "Elle n’a pas encore été lue." : `Lue le ${formatDateTime(lastReadAt)}.`}
      </Text>
      {error !== null && (
        <Text size="sm" c="red">
          {error} {nextReadAt !== null && `Prochain essai le ${formatDateTime(nextReadAt)}.`}
        </Text>
      )}
    </>
  );
}

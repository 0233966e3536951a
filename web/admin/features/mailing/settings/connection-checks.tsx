import { Loader, Paper, Stack, Text, Title } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed, IconCircleX } from "@tabler/icons-react";
import { useEffect } from "react";
import type { MailboxStatus } from "#contract/bounces.schema.ts";
import type { ConnectionCheck, EmailCheck, EmailSettings } from "#contract/email.schema.ts";
import { providerLabels } from "#contract/email.ts";
import { mailingTexts } from "#web/admin/features/mailing/mailing-texts.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { failureMessage } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import {
  mailboxStatusQuery,
  useSendRealTest,
  useSendTestEmail,
  useTestConnection,
  useTestMailbox,
} from "./settings.api.ts";
import classes from "./settings.module.css";
import { savedSender } from "./settings-values.ts";

type ConnectionChecksProps = {
  settings: EmailSettings;
  /** True while the form has unsaved changes. */
  dirty: boolean;
};

/** Tests the saved settings: only the connection, or also a test e-mail to the sender. */
export function ConnectionChecks({ settings, dirty }: ConnectionChecksProps) {
  const connection = useTestConnection();
  const email = useSendTestEmail();
  const real = useSendRealTest();
  const me = useCurrentAdmin();
  const busy = connection.isPending || email.isPending || real.isPending;
  // Newly saved settings make an earlier test result invalid.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only newly saved settings count.
  useEffect(() => {
    connection.reset();
    email.reset();
    real.reset();
  }, [settings.updatedAt]);

  return (
    <Paper component="section" withBorder className={mailClasses.panel ?? ""} aria-labelledby="checks-title">
      <Stack gap="sm">
        <Title order={2} size="h3" id="checks-title">
          Vérifier l’envoi
        </Title>
        {dirty && (
          <Text size="sm" c="dimmed">
            Les essais portent sur les paramètres enregistrés : enregistrez d’abord vos modifications.
          </Text>
        )}
        <CheckState
          check={connection}
          untested={mailingTexts.untested}
          running="Test de la connexion en cours…"
          failed={mailingTexts.connectionFailed}
        />
        {connection.data?.providers && <ProviderList providers={connection.data.providers} />}
        <SavingButton
          variant="default"
          loading={connection.isPending}
          disabled={busy}
          onClick={() => connection.mutate()}
        >
          Tester la connexion
        </SavingButton>
        <SavingButton
          variant="default"
          loading={email.isPending}
          disabled={busy || savedSender(settings) === ""}
          onClick={() => email.mutate()}
        >
          Envoyer un e-mail de test
        </SavingButton>
        <CheckState
          check={email}
          untested={testTarget(savedSender(settings))}
          running="Envoi de l’e-mail de test en cours…"
          failed={mailingTexts.testFailed}
        />
        {me.isSuperAdmin && (
          <>
            <SavingButton
              variant="default"
              loading={real.isPending}
              disabled={busy || savedSender(settings) === ""}
              onClick={() => real.mutate()}
            >
              Envoyer un vrai e-mail à moi
            </SavingButton>
            <CheckState
              check={real}
              untested={`Il part à ${me.email}, même en mode simulation.`}
              running="Envoi du vrai e-mail en cours…"
              failed={mailingTexts.testFailed}
            />
          </>
        )}
      </Stack>
    </Paper>
  );
}

/** The results of 'Automatique', which sends through any working provider. A broken provider is visible only here. */
function ProviderList({ providers }: { providers: NonNullable<ConnectionCheck["providers"]> }) {
  return (
    <ul className={classes.providers} aria-label="Moyens d’envoi essayés">
      {providers.map(({ provider, ok }) => (
        <li key={provider} className={classes.state} data-state={ok ? "success" : "error"}>
          {icons[ok ? "success" : "error"]}
          <span>
            {providerLabels[provider]} : {ok ? "connexion réussie" : "échec de la connexion"}
          </span>
        </li>
      ))}
    </ul>
  );
}

function testTarget(senderEmail: string): string {
  if (senderEmail === "")
    return "Enregistrez d’abord l’adresse de l’expéditeur : l’e-mail de test lui est envoyé.";
  return `L’e-mail de test est envoyé à ${senderEmail}.`;
}

type StateProps = {
  check: { isPending: boolean; data: EmailCheck | undefined; error: Error | null };
  untested: string;
  running: string;
  failed: string;
};

/** One of four states: untested, testing, success, error. */
function CheckState({ check, untested, running, failed }: StateProps) {
  const { state, text } = stateOf(check, { untested, running, failed });
  return (
    <Text size="sm" role="status" className={classes.state ?? ""} data-state={state}>
      {icons[state]}
      <span>{text}</span>
    </Text>
  );
}

const icons = {
  untested: <IconCircleDashed size={18} aria-hidden />,
  testing: <Loader size={16} aria-hidden />,
  success: <IconCircleCheck size={18} aria-hidden />,
  error: <IconCircleX size={18} aria-hidden />,
};

function stateOf(
  { isPending, data, error }: StateProps["check"],
  { untested, running, failed }: Omit<StateProps, "check">,
): { state: keyof typeof icons; text: string } {
  if (isPending) return { state: "testing", text: running };
  if (error) return { state: "error", text: `${failed}${failureMessage(error, mailingTexts.unexpected)}` };
  if (data) return { state: data.ok ? "success" : "error", text: data.message };
  return { state: "untested", text: untested };
}

/** Shows how the server reads the bounce mailbox, and tests the saved settings. */
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

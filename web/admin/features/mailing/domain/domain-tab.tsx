import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconRefresh, IconWorldSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { DomainCheck, DomainCheckRow } from "#contract/email-domain.schema.ts";
import { domainCheckLabels, domainVerdictLabels } from "#contract/email-domain.ts";
import { domainCheckQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { VerdictBadge } from "#web/admin/mail-kit/verdict-badge.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { EmptyState, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { formatCount, formatDateTime } from "#web/lib/format.ts";
import { DkimKeys, DnsRecord } from "./dkim-keys.tsx";
import { useCheckDomain } from "./domain.api.ts";
import classes from "./domain.module.css";

/** Checks whether receiving servers will accept our mail, and lists the keys that sign it. */
export function DomainTab() {
  return (
    <Stack gap="lg">
      <DomainCheckPanel />
      <DkimKeys />
    </Stack>
  );
}

/** The check of the bounce mailbox needs a test message, which arrives minutes later. */
const refetchInterval = 60_000;

function DomainCheckPanel() {
  const kept = useQuery({ ...domainCheckQuery, refetchInterval });
  const check = useCheckDomain();
  const heading = useRef<HTMLHeadingElement>(null);
  const look = () => check.mutate();
  // The button of the first check disappears once there is a result, so the heading takes the focus.
  const lookFirst = () =>
    check.mutate(undefined, { onSuccess: () => setTimeout(() => heading.current?.focus()) });
  return (
    <Paper component="section" withBorder className={mailClasses.panel ?? ""} aria-labelledby="domain-title">
      <Group justify="space-between" align="flex-start" mb="sm">
        <div>
          <Title order={2} size="h3" id="domain-title" ref={heading} tabIndex={-1}>
            Vérifier le domaine
          </Title>
          <Summary check={kept.data} />
        </div>
        {kept.data?.checkedAt && (
          <SavingButton
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={check.isPending}
            onClick={look}
          >
            Vérifier de nouveau
          </SavingButton>
        )}
      </Group>
      <p role="status" className="visually-hidden">
        {check.isPending ? "Vérification en cours…" : check.data && outcome(check.data)}
      </p>
      <ErrorAlert error={check.error} fallback="Le domaine n’a pas pu être vérifié." onClose={check.reset} />
      {kept.isPending && <LoadingText>Chargement de la vérification…</LoadingText>}
      {kept.isError && !kept.data && (
        <ErrorAlert
          error={kept.error}
          fallback="La vérification du domaine n’a pas pu être chargée."
          onRetry={() => void kept.refetch()}
        />
      )}
      {kept.data?.checkedAt === null && <Unchecked busy={check.isPending} onCheck={lookFirst} />}
      {kept.data && kept.data.rows.length > 0 && (
        <ul className={classes.rows} aria-label="Résultats de la vérification">
          {kept.data.rows.map((row) => (
            <CheckRow key={row.key} row={row} />
          ))}
        </ul>
      )}
    </Paper>
  );
}

function Summary({ check }: { check: DomainCheck | undefined }) {
  if (!check) return null;
  return (
    <Group gap="xs" mt={4}>
      <bdi className={classes.domain}>{check.domain}</bdi>
      {check.checkedAt && (
        <>
          <VerdictBadge verdict={check.verdict} />
          <Text size="sm" c="dimmed">
            vérifié le <time dateTime={check.checkedAt}>{formatDateTime(check.checkedAt)}</time>
          </Text>
        </>
      )}
    </Group>
  );
}

function Unchecked({ busy, onCheck }: { busy: boolean; onCheck: () => void }) {
  return (
    <EmptyState
      icon={IconWorldSearch}
      title="Ce domaine n’a pas encore été vérifié"
      action={
        <SavingButton loading={busy} onClick={onCheck}>
          Vérifier le domaine
        </SavingButton>
      }
    >
      Gmail et Microsoft refusent les envois dont le domaine n’est pas en règle. La vérification dit ce qui
      manque et quoi coller chez votre hébergeur.
    </EmptyState>
  );
}

function outcome({ verdict, rows }: DomainCheck): string {
  const wrong = rows.filter((row) => row.verdict === "error").length;
  const corrections = wrong > 0 ? `, ${formatCount(wrong, "ligne", "lignes")} à corriger` : "";
  return `Vérification terminée : ${domainVerdictLabels[verdict]}${corrections}.`;
}

/** The checked record, its value, the verdict and the fix. */
function CheckRow({ row: { key, found, verdict, fix } }: { row: DomainCheckRow }) {
  const label = domainCheckLabels[key];
  return (
    <li className={classes.row} data-verdict={verdict}>
      <div className={classes.what}>
        <h3 className={classes.label}>{label}</h3>
        <VerdictBadge verdict={verdict} />
      </div>
      <div className={classes.explained}>
        <p className={classes.found}>{found}</p>
        {fix && <p className={classes.advice}>{fix.text}</p>}
        {fix?.record && <DnsRecord record={fix.record} about={label} />}
      </div>
    </li>
  );
}

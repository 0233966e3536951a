import { Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconDatabaseExport, IconDatabaseOff } from "@tabler/icons-react";
import type { BackupRun, Backups } from "#contract/backup.schema.ts";
import { backupMessages } from "#contract/backup.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { EmptyState, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { BackupSettingsForm } from "./backup-settings-form.tsx";
import { describePlace, describeRun, kindLabels } from "./backup-texts.ts";
import { backupsQuery, useBeginBackup } from "./state.api.ts";
import classes from "./state.module.css";

/** The schedule of backups, the last backups with their results, and a button that starts a backup. */
export function BackupsSection() {
  const backups = useEagerQuery(backupsQuery);
  return (
    <Paper component="section" withBorder className={mailClasses.panel ?? ""} aria-labelledby="backups-title">
      <Title order={2} size="h3" id="backups-title" mb="sm">
        Sauvegardes
      </Title>
      <ErrorAlert
        error={backups.error}
        fallback="Les sauvegardes n’ont pas pu être chargées."
        onRetry={() => void backups.refetch()}
      />
      {backups.isPending && <LoadingText />}
      {backups.data && <Content backups={backups.data} />}
    </Paper>
  );
}

function Content({ backups: { settings, runs, place, encrypted } }: { backups: Backups }) {
  return (
    <Stack gap="lg">
      <Text>{place === null ? backupMessages.noPlace : describePlace({ place, encrypted })}</Text>
      {place !== null && <BackupSettingsForm settings={settings} />}
      {place !== null && runs.length > 0 && <BeginButton busy={runs.some(isUnderWay)} />}
      {place !== null && runs.length === 0 && (
        <EmptyState
          icon={IconDatabaseOff}
          title="Aucune sauvegarde pour le moment"
          action={<BeginButton busy={false} />}
        />
      )}
      {runs.length > 0 && (
        <ul className={classes.rows} aria-label="Dernières sauvegardes">
          {runs.map((run) => (
            <RunItem key={run.id} run={run} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

const isUnderWay = ({ finishedAt, error }: BackupRun) => finishedAt === null && error === null;

function BeginButton({ busy }: { busy: boolean }) {
  const begin = useBeginBackup();
  return (
    <Stack gap="xs" align="flex-start">
      <SavingButton
        variant="default"
        leftSection={<IconDatabaseExport size={16} aria-hidden />}
        loading={busy || begin.isPending}
        onClick={() => begin.mutate()}
      >
        Sauvegarder maintenant
      </SavingButton>
      <ErrorAlert error={begin.error} onClose={begin.reset} />
    </Stack>
  );
}

function RunItem({ run }: { run: BackupRun }) {
  return (
    <li className={classes.row} data-verdict={run.error === null ? "ok" : "error"}>
      <div className={classes.what}>
        <h3 className={classes.label}>
          <time dateTime={run.startedAt}>{formatDateTime(run.startedAt)}</time>
        </h3>
        <Group gap="xs">
          <Badge
            variant="light"
            radius="sm"
            tt="none"
            miw="max-content"
            color={run.error === null ? "gray" : "red"}
          >
            {run.error === null ? kindLabels[run.kind] : "Échec"}
          </Badge>
        </Group>
      </div>
      <div className={classes.details}>
        <p className={run.error === null ? classes.found : classes.fix}>{describeRun(run)}</p>
        {run.file && <p className={classes.found}>{run.file}</p>}
      </div>
    </li>
  );
}

import { Badge, Group, Text } from "@mantine/core";
import type { OwnSession } from "#contract/account.schema.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { sessionLimits } from "#contract/sessions.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { ownSessionsQuery, useEndOtherSessions, useEndSession } from "./account.api.ts";
import classes from "./account.module.css";
import { AccountSection } from "./account-sections.tsx";

const hours = sessionLimits.idleMs / (60 * 60 * 1000);
const days = sessionLimits.absoluteMs / (24 * 60 * 60 * 1000);
/** Informs administrators about their own data (article 13). */
const kept = `De chacune nous gardons le navigateur et les heures de connexion et d’activité, sans adresse IP, jusqu’à sa fin : après ${hours} heures sans activité, ${days} jours au plus. Vos actions restent ${privacyPeriods.journalMonths} mois dans le journal.`;

export function OwnSessions() {
  const list = useEagerQuery(ownSessionsQuery);
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  // The current session first.
  const sessions = [...(list.data?.items ?? [])].sort((a, b) => Number(b.current) - Number(a.current));
  return (
    <AccountSection
      title="Mes sessions"
      about={`Les navigateurs dans lesquels votre compte est ouvert. ${kept}`}
    >
      <ErrorAlert error={end.error ?? endOthers.error} />
      {list.isPending && <LoadingText>Chargement des sessions…</LoadingText>}
      <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />
      <ul className={classes.sessions}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Group>
          <SavingButton
            variant="light"
            color="red"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            Terminer toutes les autres sessions
          </SavingButton>
        </Group>
      )}
    </AccountSection>
  );
}

type RowProps = { session: OwnSession; ending: boolean; onEnd: () => void };

function SessionRow({ session, ending, onEnd }: RowProps) {
  const device = describeDevice(session.userAgent);
  return (
    <li className={classes.session}>
      <div>
        <Group gap="xs">
          <Text>{device}</Text>
          {session.current && (
            <Badge variant="light" color="blue">
              Cette session
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          Connexion le {formatDateTime(session.createdAt)} · dernière activité vers le{" "}
          {formatDateTime(session.lastUsedAt)}
        </Text>
      </div>
      {!session.current && (
        <SavingButton
          size="xs"
          variant="default"
          loading={ending}
          aria-label={`Terminer la session ${device}, ouverte le ${formatDateTime(session.createdAt)}`}
          onClick={onEnd}
        >
          Terminer
        </SavingButton>
      )}
    </li>
  );
}

/** The order matters: the user agent of a browser also names older browsers. */
const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const nameIn = (list: [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1];

/** "Firefox sur Windows", from the user agent; 'Appareil inconnu' when it is unknown. */
export function describeDevice(userAgent: string | null): string {
  const browser = nameIn(browsers, userAgent ?? "");
  const system = nameIn(systems, userAgent ?? "");
  if (browser && system) return `${browser} sur ${system}`;
  return browser ?? system ?? "Appareil inconnu";
}

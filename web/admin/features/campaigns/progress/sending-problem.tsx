import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import type { Campaign } from "#contract/campaigns.schema.ts";
import { formatTime } from "#web/lib/format.ts";
import { formatCountdown } from "./countdown.ts";

/** Why a campaign does not get on, and what happens next. */
export function SendingProblem({ campaign }: { campaign: Campaign }) {
  const { status, pausedReason, nextAttemptAt } = campaign;
  if (pausedReason === null || (status !== "running" && status !== "paused")) return null;
  if (nextAttemptAt === null) {
    return <Notice>L’envoi s’est mis en pause de lui-même : {pausedReason}</Notice>;
  }
  return (
    <Notice>
      <Text size="sm" fw={600}>
        Les e-mails ne partent pas pour le moment.
      </Text>
      <Text size="sm">{pausedReason}</Text>
      {status === "running" ? (
        <Text size="sm">Nouvel essai dans quelques secondes. Rien n’est perdu.</Text>
      ) : (
        <>
          <Text size="sm">
            L’envoi s’est mis en pause. Il reprendra de lui-même dès que le serveur répondra ; rien n’est
            perdu.
          </Text>
          <Text size="sm" className="tabular">
            Prochain essai à {formatTime(nextAttemptAt)}
            <Countdown until={nextAttemptAt} />
          </Text>
        </>
      )}
    </Notice>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <Alert role="alert" color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      {children}
    </Alert>
  );
}

/** For the eye only: a screen reader is told the time once instead of every second. */
function Countdown({ until }: { until: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <span aria-hidden> ({formatCountdown(Date.parse(until) - now)})</span>;
}

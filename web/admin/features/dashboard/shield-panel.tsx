import { Badge, Paper, Title } from "@mantine/core";
import { IconShieldCheck, IconShieldExclamation, IconShieldHalf } from "@tabler/icons-react";
import type { ShieldReport } from "#contract/shield.schema.ts";
import { type ShieldState, shieldStateLabels } from "#contract/shield.ts";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import classes from "./dashboard.module.css";
import { shieldQuery } from "./shield.api.ts";
import { ShieldFigures } from "./shield-figures.tsx";
import { ShieldSwitch } from "./shield-switch.tsx";

const states = {
  calm: { color: "green", Icon: IconShieldCheck, asks: "Rien n’est demandé aux visiteurs." },
  raised: {
    color: "yellow",
    Icon: IconShieldHalf,
    asks: "Le navigateur de chaque visiteur fait un court calcul avant l’envoi : moins d’une seconde, sans que personne ait rien à faire.",
  },
  attack: {
    color: "red",
    Icon: IconShieldExclamation,
    asks: "Le navigateur de chaque visiteur fait un calcul de quelques secondes avant l’envoi, sans que personne ait rien à faire.",
  },
} as const;

/** How much the sign-up form defends itself against robots, with the figures, while the page is open. */
export function ShieldPanel() {
  const { data: report, isPending, error, refetch } = useEagerQuery(shieldQuery);
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="shield-title">
      <Title order={2} size="h3" id="shield-title">
        Protection contre les robots
      </Title>
      {isPending && <LoadingText />}
      <ErrorAlert
        error={error}
        fallback="L’état de la protection n’a pas pu être chargé."
        onRetry={() => void refetch()}
      />
      {report && (report.enabled ? <Report report={report} /> : <Disabled />)}
    </Paper>
  );
}

function Report({ report }: { report: ShieldReport }) {
  const { isSuperAdmin } = useCurrentAdmin();
  const { state, since } = report;
  const { color, Icon, asks } = states[state];
  return (
    <>
      <div className={classes.shieldState} role="status">
        <Badge color={color} variant="light" size="lg" leftSection={<Icon size={16} aria-hidden />}>
          {shieldStateLabels[state]}
        </Badge>
        <span>depuis le {formatDateTime(since)}</span>
      </div>
      <p className={classes.about}>
        {asks} {reasonFor(report)}
      </p>
      <ShieldFigures report={report} />
      {isSuperAdmin ? (
        <ShieldSwitch forced={report.forced} />
      ) : (
        <p className={classes.about}>Seul un super administrateur peut régler cette protection à la main.</p>
      )}
    </>
  );
}

function reasonFor({ forced, measured, thresholds }: ShieldReport): string {
  if (forced) return `L’état est réglé à la main ; les chiffres seuls donneraient « ${label(measured)} ».`;
  const { accepted, attempts } = thresholds.raised;
  return `Elle passe à « ${label("raised")} » au-delà de ${accepted} inscriptions ou de ${attempts} envois par minute.`;
}

const label = (state: ShieldState) => shieldStateLabels[state];

function Disabled() {
  return (
    <p className={classes.about}>
      La protection est désactivée sur ce serveur : <code>SIGNUP_LIMIT_PER_MINUTE</code> y vaut 0.
    </p>
  );
}

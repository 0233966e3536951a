import { Badge, Paper, Title } from "@mantine/core";
import { IconShieldCheck, IconShieldExclamation, IconShieldHalf } from "@tabler/icons-react";
import type { ShieldReport } from "#contract/shield.schema.ts";
import { type ShieldState, shieldStateLabels, shieldStates } from "#contract/shield.ts";
import { ChoiceStrip } from "#web/admin/ui/controls.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { formatDateTime, formatNumber } from "#web/lib/format.ts";
import { shieldQuery, useForceShield } from "./dashboard.api.ts";
import classes from "./dashboard.module.css";

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

/** The state of the sign-up form's protection against robots, and its counts, refreshed while the page is open. */
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
        {asks}
        {report.forced &&
          ` L’état est réglé à la main ; les chiffres seuls donneraient « ${label(report.measured)} ».`}
      </p>
      <ShieldCounts report={report} />
      {isSuperAdmin ? (
        <ShieldSwitch forced={report.forced} />
      ) : (
        <p className={classes.about}>Seul un super administrateur peut régler cette protection à la main.</p>
      )}
    </>
  );
}

const label = (state: ShieldState) => shieldStateLabels[state];

function Disabled() {
  return (
    <p className={classes.about}>
      La protection est désactivée sur ce serveur : <code>SIGNUP_LIMIT_PER_MINUTE</code> y vaut 0.
    </p>
  );
}

/** The counts of the last 60 seconds over all instances. The details of each refusal are for technical readers. */
function ShieldCounts({ report: { perMinute, refusedBy, thresholds } }: { report: ShieldReport }) {
  const isQuiet = Object.values(perMinute).every((count) => count === 0);
  const { accepted, attempts } = thresholds.raised;
  return (
    <>
      {isQuiet ? (
        <p className={classes.about}>Aucun envoi durant la dernière minute.</p>
      ) : (
        <>
          <Title order={3} size="h5">
            Durant la dernière minute
          </Title>
          <dl className={classes.shieldCounts}>
            <Count name="Envois" value={perMinute.sent} />
            <Count name="Inscriptions" value={perMinute.accepted} />
            <Count name="Envois refusés" value={perMinute.refused} />
          </dl>
        </>
      )}
      <details className={classes.shieldDetails}>
        <summary>Détails techniques</summary>
        <p className={classes.about}>
          La protection passe à « {label("raised")} » au-delà de {accepted} inscriptions ou de {attempts}{" "}
          envois par minute.
        </p>
        <dl className={classes.shieldReasons} aria-label="Raisons des refus durant la dernière minute">
          <Count name="Trop d’envois d’un même réseau" value={refusedBy.rate} />
          <Count name="Formulaire non reconnu" value={refusedBy.token} />
          <Count name="Calcul manquant" value={refusedBy.proof} />
          <Count name="Champ piège rempli" value={refusedBy.robot} />
        </dl>
      </details>
    </>
  );
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  );
}

type Choice = ShieldState | "automatic";

const choices: { value: Choice; label: string }[] = [
  { value: "automatic", label: "Automatique" },
  ...shieldStates.map((state) => ({ value: state, label: shieldStateLabels[state] })),
];

/** Lets super admins set the state by hand, or return to the automatic state. */
function ShieldSwitch({ forced }: { forced: ShieldState | null }) {
  const { mutate, isPending, variables, error, reset } = useForceShield();
  const shown = isPending ? variables : forced;
  return (
    <div className={classes.shieldSwitch}>
      <span aria-hidden="true">Réglage</span>
      <ChoiceStrip<Choice>
        label="Réglage de la protection"
        choices={choices}
        value={shown ?? "automatic"}
        onChange={(choice) => mutate(choice === "automatic" ? null : choice)}
      />
      <ErrorAlert error={error} fallback="Le réglage n’a pas pu être enregistré." onClose={reset} />
    </div>
  );
}

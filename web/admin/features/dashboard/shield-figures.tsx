import { Title } from "@mantine/core";
import type { ShieldReport } from "#contract/shield.schema.ts";
import { formatNumber } from "#web/lib/format.ts";
import classes from "./dashboard.module.css";

/** The last 60 seconds, over all instances. */
export function ShieldFigures({ report: { perMinute, refusedBy } }: { report: ShieldReport }) {
  return (
    <>
      <Title order={3} size="h5">
        Durant la dernière minute
      </Title>
      <dl className={classes.shieldFigures}>
        <Figure name="Envois" value={perMinute.sent} />
        <Figure name="Inscriptions" value={perMinute.accepted} />
        <Figure name="Envois refusés" value={perMinute.refused} />
      </dl>
      <dl className={classes.shieldReasons} aria-label="Raisons des refus">
        <Figure name="Trop d’envois d’un même réseau" value={refusedBy.rate} />
        <Figure name="Formulaire non reconnu" value={refusedBy.token} />
        <Figure name="Calcul manquant" value={refusedBy.proof} />
        <Figure name="Champ piège rempli" value={refusedBy.robot} />
      </dl>
    </>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  );
}

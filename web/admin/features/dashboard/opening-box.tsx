import { Alert, Anchor } from "@mantine/core";
import { IconDoor } from "@tabler/icons-react";
import { Link } from "react-router";
import type { OpeningRow, OpeningStep } from "#contract/opening.schema.ts";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { formatCount } from "#web/lib/format.ts";
import classes from "./dashboard.module.css";
import { openingQuery } from "./opening.api.ts";

/** Screens that super administrators alone may open. */
const superAdminScreens = new Set(["site", "users"]);

type Props = { saidAlready: ReadonlySet<OpeningStep> };

/** The open steps before the opening that are not shown above; empty once all are done. */
export function OpeningBox({ saidAlready }: Props) {
  const opening = useEagerQuery(openingQuery);
  const rows = opening.data?.items.filter(({ key }) => !saidAlready.has(key)) ?? [];
  const left = rows.filter(({ done }) => !done);
  return (
    <>
      <ErrorAlert
        error={opening.error}
        fallback="Ce qui reste à faire avant l’ouverture n’a pas pu être chargé."
        onRetry={() => void opening.refetch()}
      />
      {left.length > 0 && (
        <Alert role="region" color="yellow" icon={<IconDoor aria-hidden />} title="Avant l’ouverture">
          <p className={classes.notice}>
            {formatCount(left.length, "étape reste", "étapes restent")} à faire, sur {rows.length} :
          </p>
          <ul className={classes.steps}>
            {left.map((row) => (
              <Step key={row.key} row={row} />
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

function Step({ row: { label, link } }: { row: OpeningRow }) {
  const { isSuperAdmin } = useCurrentAdmin();
  if (superAdminScreens.has(link) && !isSuperAdmin) return <li>{label}</li>;
  return (
    <li>
      <Anchor component={Link} to={screenAddress(link)} inherit underline="always">
        {label}
      </Anchor>
    </li>
  );
}

import { Alert, Anchor } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { Link } from "react-router";
import { stateLabels } from "#contract/state.ts";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { stateQuery } from "#web/admin/ui/state.api.ts";
import classes from "./dashboard.module.css";

/** The faults of the installation, for super admins; empty without any. */
export function StateBox() {
  const state = useEagerQuery(stateQuery);
  const wrong = state.data?.rows.filter(({ verdict }) => verdict === "error") ?? [];
  return (
    <>
      <ErrorAlert
        error={state.error}
        fallback="L’état de l’installation n’a pas pu être vérifié."
        onRetry={() => void state.refetch()}
      />
      {wrong.length > 0 && (
        <Alert role="region" color="red" icon={<IconAlertCircle aria-hidden />} title="À corriger">
          <ul className={classes.steps}>
            {wrong.map(({ key, found, fix }) => (
              <li key={key}>
                <strong>{stateLabels[key]}</strong> : {fix ?? found}
              </li>
            ))}
          </ul>
          <Anchor component={Link} to={screenAddress("state")} inherit underline="always">
            Voir l’état de l’installation
          </Anchor>
        </Alert>
      )}
    </>
  );
}

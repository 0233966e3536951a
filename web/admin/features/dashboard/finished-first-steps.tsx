import { Alert, Anchor } from "@mantine/core";
import { IconConfetti } from "@tabler/icons-react";
import { Link } from "react-router";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { openingQuery } from "./opening.api.ts";

/** The first steps are behind, the opening is not: what comes next is named. */
export function FinishedFirstSteps({ onClose }: { onClose: () => void }) {
  const opening = useEagerQuery(openingQuery);
  if (opening.isPending) return null; // it is read out once, whole
  const [next, ...others] = opening.data?.items.filter(({ done }) => !done) ?? [];
  return (
    <Alert
      role="status"
      color="green"
      icon={<IconConfetti aria-hidden />}
      withCloseButton
      closeButtonLabel="Fermer"
      onClose={onClose}
    >
      Premiers pas faits : votre première inscription est approuvée.
      {next && (
        <>
          {" "}
          {others.length > 0
            ? `Avant l’ouverture, il reste ${others.length + 1} étapes, d’abord`
            : "Avant l’ouverture, il reste"}
           :{" "}
          <Anchor component={Link} to={screenAddress(next.link)} inherit underline="always">
            {next.label}
          </Anchor>
          .
        </>
      )}
    </Alert>
  );
}

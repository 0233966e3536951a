import { Alert } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconFlask } from "@tabler/icons-react";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { samplesQuery, useRemoveSamples } from "#web/admin/ui/first-run/samples.api.ts";
import { focusHeading } from "#web/admin/ui/focus.ts";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { formatCount } from "#web/lib/format.ts";
import classes from "./dashboard.module.css";

/** Says that there are samples, for as long as there are, and takes them away whole. */
export function SamplesBox() {
  const { data } = useEagerQuery(samplesQuery);
  const remove = useRemoveSamples();
  const count = data ? data.users + data.brands : 0;
  if (count === 0) return null;
  const onRemove = () =>
    remove.mutate(undefined, {
      onSuccess: ({ removed }) => {
        focusHeading();
        notifications.show({
          message: `${formatCount(removed, "inscription d’exemple retirée", "inscriptions d’exemple retirées")}.`,
        });
      },
    });
  return (
    <Alert
      role="region"
      color="blue"
      icon={<IconFlask aria-hidden />}
      title={formatCount(count, "inscription d’exemple", "inscriptions d’exemple")}
    >
      <p className={classes.notice}>
        Personne n’est derrière et aucun message ne leur part. Elles comptent dans les listes et les
        statistiques jusqu’à ce que vous les retiriez, toutes ensemble.
      </p>
      <ErrorAlert error={remove.error} onClose={remove.reset} />
      <SavingButton variant="default" size="xs" mt="sm" loading={remove.isPending} onClick={onRemove}>
        Retirer les exemples
      </SavingButton>
    </Alert>
  );
}

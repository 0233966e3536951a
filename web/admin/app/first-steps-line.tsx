import { Anchor, Button } from "@mantine/core";
import { useIsMutating } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { type FirstStep, type FirstSteps, firstStepLabels } from "#contract/first-steps.schema.ts";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { firstStepsQuery } from "#web/admin/ui/first-run/first-steps.api.ts";
import { stepScreens } from "#web/admin/ui/first-run/step-screens.ts";
import { useLeaveFirstSteps } from "#web/admin/ui/first-run/use-leave-first-steps.ts";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { formatCount } from "#web/lib/format.ts";
import classes from "./first-steps-line.module.css";

/** How far the first steps are and which is next, above the screens where they are taken; nothing once they are behind. */
export default function FirstStepsLine({ pathname }: { pathname: string }) {
  const steps = useStepsInView();
  const { close, leave, error } = useLeaveFirstSteps();
  if (!steps) return null;
  const next = steps.find(({ done }) => !done)?.key;
  return (
    <section className={classes.line} aria-label="Premiers pas">
      <p aria-live="polite" className={classes.text}>
        <strong>Premiers pas :</strong> {progressText(steps)}{" "}
        {next ? <NextStep step={next} pathname={pathname} /> : <ToDashboard />}
      </p>
      <Button variant="subtle" size="compact-sm" onClick={next ? leave : close}>
        {next ? "Quitter les premiers pas" : "Fermer"}
      </Button>
      <ErrorAlert error={error} />
    </section>
  );
}

/** The open steps, read again after each change on the screen; the last step that is done here stays announced. */
function useStepsInView(): FirstSteps["steps"] | null {
  const { data, refetch } = useEagerQuery(firstStepsQuery);
  const isChanging = useIsMutating() > 0;
  const wasChanging = useRef(false);
  const isOpen = data?.steps.some(({ done }) => !done) ?? false;
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change that has ended is an occasion.
  useEffect(() => {
    if (wasOpen && wasChanging.current && !isChanging) void refetch();
    wasChanging.current = isChanging;
  }, [isChanging]);
  return data && (isOpen || wasOpen) ? data.steps : null;
}

function progressText(steps: FirstSteps["steps"]): string {
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return "votre première inscription est approuvée.";
  return `${formatCount(done, "étape")} sur ${steps.length} ${done < 2 ? "faite" : "faites"}.`;
}

function NextStep({ step, pathname }: { step: FirstStep; pathname: string }) {
  const address = screenAddress(stepScreens[step]);
  if (address === pathname) return <>Maintenant, ici : {firstStepLabels[step].toLowerCase()}</>;
  return (
    <>
      Suivante :{" "}
      <Anchor component={Link} to={address} inherit underline="always">
        {firstStepLabels[step]}
      </Anchor>
    </>
  );
}

function ToDashboard() {
  return (
    <Anchor component={Link} to={screenAddress("")} inherit underline="always">
      Voir la suite sur le tableau de bord
    </Anchor>
  );
}

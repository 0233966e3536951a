import { Anchor, Button } from "@mantine/core";
import { useIsMutating } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { type FirstStep, firstSteps, type ToDoRow } from "#contract/to-do.schema.ts";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { useChangePreferences } from "#web/admin/ui/session.api.ts";
import { toDoQuery, useLeaveFirstSteps } from "#web/admin/ui/to-do/to-do.api.ts";
import { formatCount } from "#web/lib/format.ts";
import classes from "./first-steps-line.module.css";

/** Shows, above the dashboard and the screen of the next step, how many first steps are done and the next one. */
export default function FirstStepsLine({ path }: { path: string }) {
  const steps = useStepsInView(path);
  const { close, leave, error } = useLeaveFirstSteps();
  if (!steps) return null;
  const next = steps.find(({ done }) => !done);
  return (
    <section className={classes.line} aria-label="Premiers pas">
      <p aria-live="polite" className={classes.text}>
        <strong>Premiers pas :</strong> {progressText(steps)} <NextStep next={next} path={path} />
      </p>
      <Button variant="subtle" size="compact-sm" onClick={next ? leave : close}>
        {next ? "Quitter les premiers pas" : "Fermer"}
      </Button>
      <ErrorAlert error={error} />
    </section>
  );
}

/**
 * The first steps, refetched after each change on the screen. The screen of the step that was next when it opened keeps the
 * line.
 */
function useStepsInView(path: string): ToDoRow[] | null {
  const { data, refetch } = useEagerQuery(toDoQuery);
  const isChanging = useIsMutating() > 0;
  const wasChanging = useRef(false);
  const steps = data?.rows.filter(({ key }) => firstSteps.includes(key as FirstStep)) ?? [];
  const next = steps.find(({ done }) => !done);
  const isHere = next !== undefined && (path === "" || isScreenOf(next, path));
  const [wasHere, setWasHere] = useState(false);
  if (isHere && !wasHere) setWasHere(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a change has ended.
  useEffect(() => {
    if (wasHere && wasChanging.current && !isChanging) void refetch();
    wasChanging.current = isChanging;
  }, [isChanging]);
  useLeaveWhenDone(steps.length > 0 && next === undefined && !wasHere);
  return isHere || wasHere ? steps : null;
}

/** Stores that all steps are done, so that later screens do not wait for the line. */
function useLeaveWhenDone(isDone: boolean): void {
  const { mutate } = useChangePreferences();
  useEffect(() => {
    if (isDone) mutate({ firstStepsLeft: true });
  }, [isDone, mutate]);
}

/** True when the step can be done on this screen. Both lists allow a decision on a sign-up. */
function isScreenOf({ link }: ToDoRow, path: string): boolean {
  const [screen] = link.split("?");
  return screen === path || (screen === "signups" && path === "brands");
}

function progressText(steps: ToDoRow[]): string {
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return "votre première inscription est approuvée.";
  return `${formatCount(done, "étape")} sur ${steps.length} ${done < 2 ? "faite" : "faites"}.`;
}

function NextStep({ next, path }: { next: ToDoRow | undefined; path: string }) {
  if (next?.link === path) return <>Maintenant, ici : {next.sentence.toLowerCase()}</>;
  return (
    <>
      {next && "Suivante : "}
      <Anchor component={Link} to={screenAddress(next?.link ?? "")} inherit underline="always">
        {next?.sentence ?? "Voir la suite sur le tableau de bord"}
      </Anchor>
    </>
  );
}

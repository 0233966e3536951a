import { type ShieldState, shieldStateLabels, shieldStates } from "#contract/shield.ts";
import { ChoiceStrip } from "#web/admin/ui/controls.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import classes from "./dashboard.module.css";
import { useForceShield } from "./shield.api.ts";

type Choice = ShieldState | "automatic";

const choices: { value: Choice; label: string }[] = [
  { value: "automatic", label: "Automatique" },
  ...shieldStates.map((state) => ({ value: state, label: shieldStateLabels[state] })),
];

/** For super admins: a manual state despite the figures, or the automatic one again. */
export function ShieldSwitch({ forced }: { forced: ShieldState | null }) {
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

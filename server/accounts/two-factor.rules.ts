/** `started`: the app has the secret, and no code has proved it yet. Sign-in asks for a code in the state `on` alone. */
export type TwoFactorState = "off" | "started" | "on";

const transitions = {
  start: { off: "started", started: "started" },
  confirm: { started: "on" },
  stop: { on: "off" },
  reset: { off: "off", started: "off", on: "off" },
} as const satisfies Record<string, Partial<Record<TwoFactorState, TwoFactorState>>>;

export type TwoFactorStep = keyof typeof transitions;

/** The state of an account by its stored factor: sign-in's flag follows from it. */
export function twoFactorState(factor: { verified: boolean } | null): TwoFactorState {
  if (!factor) return "off";
  return factor.verified ? "on" : "started";
}

/** The state after a step; null when the step is not possible from here. */
export function afterStep(state: TwoFactorState, step: TwoFactorStep): TwoFactorState | null {
  const possible: Partial<Record<TwoFactorState, TwoFactorState>> = transitions[step];
  return possible[state] ?? null;
}

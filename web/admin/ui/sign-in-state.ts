/** What the login is told, in the history's state, by whatever sends somebody there. */
export type SignInState = {
  /** The page to come back to. */
  from: string;
  /** There had been a session; without it somebody only opened a page before signing in. */
  sessionEnded: boolean;
};

const home = "/admin/dashboard";
const nothing: SignInState = { from: home, sessionEnded: false };

export function signInState(
  location: { pathname: string; search: string },
  { sessionEnded }: { sessionEnded: boolean },
): SignInState {
  return { from: `${location.pathname}${location.search}`, sessionEnded };
}

/** @param state whatever the history holds; only pages of the back office are led back to */
export function readSignInState(state: unknown): SignInState {
  if (typeof state !== "object" || state === null || !("from" in state)) return nothing;
  const { from } = state;
  if (typeof from !== "string" || !(from === home || /^\/admin\/dashboard[/?]/.test(from))) return nothing;
  return { from, sessionEnded: "sessionEnded" in state && state.sessionEnded === true };
}

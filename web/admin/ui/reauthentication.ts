import type { ApiProblem } from "#contract/errors.ts";
import { ApiFailure } from "#web/lib/api.ts";

/** Asks the administrator to confirm their identity. Resolves with true when they did. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Registers the function that asks, until the returned function is called. */
export function answerReauthentication(handler: Ask): () => void {
  ask = handler;
  return () => {
    if (ask === handler) ask = null;
  };
}

/**
 * When the server refuses a request because it needs a recent confirmation, asks for it and repeats the request. The caller
 * only waits longer. Requests that are refused at the same time share one question. If the admin declines, the
 * caller receives the refusal.
 */
export function withConfirmation(next: typeof fetch): typeof fetch {
  return async (input, init) => {
    const focused = document.activeElement;
    const answer = await next(input, init);
    if (!ask || !(await wantsConfirmation(answer))) return answer;
    asking ??= ask().finally(() => {
      asking = null;
    });
    const confirmed = await asking;
    const final = confirmed ? await next(input, init) : answer;
    void giveFocusBack(focused);
    return final;
  };
}

async function wantsConfirmation(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const problem = (await answer
    .clone()
    .json()
    .catch(() => null)) as Partial<ApiProblem> | null;
  return problem?.error?.code === "reauthentication_required";
}

/** True when the administrator declined to confirm, so that no message is needed. */
export function isConfirmationDeclined(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === "reauthentication_required";
}

/** The number of frames after which the screen has rendered the effects of the response. */
const framesWaited = 60;

/** Returns the focus. Retries for some frames, because a button with a pending request cannot take it until the request ends. */
async function giveFocusBack(element: Element | null): Promise<void> {
  for (
    let frame = 0;
    frame < framesWaited && element instanceof HTMLElement && element.isConnected;
    frame += 1
  ) {
    await new Promise(requestAnimationFrame);
    if (document.activeElement !== document.body) return;
    element.focus();
  }
}

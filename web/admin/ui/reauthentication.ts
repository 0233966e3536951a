import type { ApiProblem } from "#contract/errors.ts";
import { ApiFailure } from "#web/lib/api.ts";

/** Asks the administrator; resolves with whether the identity was confirmed. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Names who asks, until the returned function is called. */
export function answerReauthentication(handler: Ask): () => void {
  ask = handler;
  return () => {
    if (ask === handler) ask = null;
  };
}

/**
 * A call refused for want of a recent confirmation asks for it and is sent once more: the caller just
 * waits a little longer. Calls that are refused at the same time share one question; a question that is declined
 * leaves the refusal as it is.
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

/** The call was given up: the administrator did not confirm, and knows it. */
export function isConfirmationDeclined(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === "reauthentication_required";
}

/** Frames after which the screen has drawn what followed from the answer. */
const framesWaited = 60;

/** A button that shows its call as running can take the focus only once that is over, if it is still there by then. */
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

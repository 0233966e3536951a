import type { UseQueryResult } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { Audience } from "#contract/audience.ts";
import type { SignupDetail } from "#contract/signup.schema.ts";
import type { Review } from "#web/admin/features/signups/review/use-review.ts";
import type { DecisionHandle } from "#web/admin/features/signups/use-decision.ts";

/** The sign-up that is opened, and what can be done with it. */
export type Opened = {
  audience: Audience;
  /** Null while the dialog closes. */
  id: string | null;
  detail: UseQueryResult<SignupDetail>;
  signup: SignupDetail | undefined;
  decision: DecisionHandle;
  review: Review;
  /** How many wait; undefined where that is not counted. */
  pending: number | undefined;
  onOpen: (id: string) => void;
  onRectify: () => void;
  onDelete: (signup: SignupDetail) => void;
};

/** Goes past the dialog's frame, which stays as it is while one sign-up follows another. */
export const OpenedContext = createContext<Opened | null>(null);

export function useOpened(): Opened {
  const opened = use(OpenedContext);
  if (!opened) throw new Error("No sign-up is opened.");
  return opened;
}

import { decisionMessages } from "#contract/signup.schema.ts";
import { signupMessages } from "#contract/signup.ts";
import { ApiError, conflict, notFound } from "#server/lib/http/errors.ts";

export const duplicateEmail = () =>
  new ApiError(409, "duplicate_email", signupMessages.duplicateEmail, {
    fields: { email: signupMessages.duplicateEmail },
  });

/** One `Idempotency-Key` stands for one sign-up. */
export const keyReused = () => conflict(signupMessages.keyReused);

/** What the visitor was asked is no longer what is asked: `fields` says which answers do not fit any more. */
export const questionnaireChanged = (fields: Record<string, string>) =>
  new ApiError(400, "questionnaire_changed", signupMessages.questionnaireChanged, { fields });

export const signupNotFound = () => notFound(decisionMessages.notFound);
export const notPending = () => new ApiError(409, "not_pending", decisionMessages.notPending);
export const undoTooLate = () => conflict(decisionMessages.undoTooLate);

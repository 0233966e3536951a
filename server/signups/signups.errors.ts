import { decisionMessages } from "#contract/signup.schema.ts";
import { signupMessages } from "#contract/signup.ts";
import { signupRefusals } from "#contract/signup-refusals.ts";
import { ApiError, conflict, invalid, notFound } from "#server/lib/http/errors.ts";

export const duplicateEmail = () =>
  new ApiError(409, "duplicate_email", signupRefusals.duplicateEmail, {
    fields: { email: signupRefusals.duplicateEmail },
  });

/** It was confirmed, decided or deleted, or its time or number of corrections is over. */
export const addressSettled = () => conflict(signupRefusals.addressSettled);

/** A question rather than a refusal: sent again with `emailConfirmed` it is accepted. */
export const emailUnconfirmed = () =>
  new ApiError(400, "email_unconfirmed", signupRefusals.emailUnconfirmed, {
    fields: { email: signupRefusals.emailUnconfirmed },
  });

export const emailRefused = () => invalid({ email: signupRefusals.emailRefused });

/** One `Idempotency-Key` names one sign-up. */
export const keyReused = () => conflict(signupRefusals.keyReused);

/**
 * The questions changed after the form was loaded. `fields` names the answers that no longer fit. A conflict (409) when the form's token
 * proves the change; otherwise the answers may be wrong for another reason (400).
 */
export const questionnaireChanged = (fields: Record<string, string>, change: "known" | "guessed") =>
  new ApiError(change === "known" ? 409 : 400, "questionnaire_changed", signupMessages.questionnaireChanged, {
    fields,
  });

export const signupNotFound = () => notFound(decisionMessages.notFound);
export const notPending = () => new ApiError(409, "not_pending", decisionMessages.notPending);
export const processingLimited = () => new ApiError(409, "not_pending", decisionMessages.limited);
export const undoTooLate = () => conflict(decisionMessages.undoTooLate);

export const addressUnconfirmed = () => conflict(decisionMessages.addressUnconfirmed);

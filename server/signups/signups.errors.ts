import { decisionMessages } from "#contract/decisions.schema.ts";
import { signupMessages } from "#contract/signup.ts";
import { signupRefusals } from "#contract/signup-refusals.ts";
import { ApiError, conflict, invalid, notFound } from "#server/lib/http/errors.ts";

export const duplicateEmail = () =>
  new ApiError(409, "duplicate_email", signupRefusals.duplicateEmail, {
    fields: { email: signupRefusals.duplicateEmail },
  });

/**
 * The address can no longer be corrected: it was confirmed, the sign-up was decided or deleted, or the limit of time or corrections is
 * reached.
 */
export const addressSettled = () => conflict(signupRefusals.addressSettled);

/** A question rather than a refusal: the form is accepted when it is sent again with `emailConfirmed`. */
export const emailDomainUnreachable = () =>
  new ApiError(400, "email_unconfirmed", signupRefusals.emailDomainUnreachable, {
    fields: { email: signupRefusals.emailDomainUnreachable },
  });

export const emailRefused = () => invalid({ email: signupRefusals.emailRefused });

/** An `Idempotency-Key` may be used for one sign-up only. */
export const keyReused = () => conflict(signupRefusals.keyReused);

/**
 * The questions changed after the form was loaded. `fields` names the answers that are no longer valid. A conflict (409) when the form's
 * token proves the change; otherwise the answers may be wrong for another reason (400).
 */
export const questionnaireChanged = (fields: Record<string, string>, change: "known" | "guessed") =>
  new ApiError(change === "known" ? 409 : 400, "questionnaire_changed", signupMessages.questionnaireChanged, {
    fields,
  });

export const signupNotFound = () => notFound(decisionMessages.notFound);
export const notPending = () => new ApiError(409, "not_pending", decisionMessages.notPending);
export const processingLimited = () => new ApiError(409, "not_pending", decisionMessages.limited);
export const undoTooLate = () => conflict(decisionMessages.undoTooLate);
export const messageTooLate = () => conflict(decisionMessages.messageTooLate);

export const addressUnconfirmed = () => conflict(decisionMessages.addressUnconfirmed);

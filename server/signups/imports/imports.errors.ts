import { importMessages } from "#contract/imports.ts";
import { ApiError, conflict, notFound } from "#server/lib/http/errors.ts";

export const importNotFound = () => notFound(importMessages.gone);
export const importChanged = () => conflict(importMessages.changed);
export const importNotRehearsed = () => conflict(importMessages.notRehearsed);
export const rehearsedAgain = () => conflict(importMessages.rehearsedAgain);
export const importStartedOtherwise = () => conflict(importMessages.startedOtherwise);
export const undoTooLate = () => conflict(importMessages.tooLate);
export const uploadBusy = () => conflict(importMessages.busy);
/** Refuses a file; none of its lines is kept. */
export const fileRefused = (message: string) => new ApiError(400, "invalid_request", message);

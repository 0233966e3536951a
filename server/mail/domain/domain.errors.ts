import { domainTexts } from "#contract/email-domain.ts";
import { ApiError, conflict, notFound } from "#server/lib/http/errors.ts";

export const keyNotFound = () => notFound("Cette clé n’existe pas, ou elle est déjà retirée.");

export const keyWaits = (selector: string) =>
  conflict(`La clé ${selector} attend déjà d’être publiée : publiez-la ou supprimez-la d’abord.`);

export const dkimKeyGone = () => new ApiError(409, "dkim_key_gone", domainTexts.keyGone);

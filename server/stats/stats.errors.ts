import { notFound } from "#server/lib/http/errors.ts";

export const questionNotFound = () => notFound("Cette question n’existe pas ou n’est plus active.");

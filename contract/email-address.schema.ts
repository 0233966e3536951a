import { z } from "zod";
import { isEmailAddress } from "./email-address.ts";
import { isStorableText, normaliseText } from "./text.ts";

/** The message for an address of the wrong form (specification, section 5). */
export const invalidEmailMessage = "Adresse email invalide";

/** An e-mail address as typed: trimmed, normalised, of the usual form. Case is kept; comparing ignores it. */
export function emailSchema(required = "L'email est requis") {
  return z
    .string(required)
    .refine(isStorableText, invalidEmailMessage)
    .transform(normaliseText)
    .pipe(z.string().min(1, required).refine(isEmailAddress, invalidEmailMessage));
}

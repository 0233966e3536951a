import { z } from "zod";
import { canonicalEmail } from "./email-address.ts";
import { limits } from "./limits.ts";
import { answerMessages } from "./questions/answer-messages.ts";
import { rawShare } from "./text.ts";
import { isBlank } from "./text-rules.ts";

/** Accepts a typed e-mail address and returns its canonical form. */
export function emailSchema(required = "L'email est requis") {
  return z
    .string(required)
    .max(limits.emailMax * rawShare, { error: answerMessages.emailInvalid, abort: true })
    .transform((text, context) => {
      const email = canonicalEmail(text);
      if (email !== null) return email;
      context.addIssue({ code: "custom", message: isBlank(text) ? required : answerMessages.emailInvalid });
      return z.NEVER;
    });
}

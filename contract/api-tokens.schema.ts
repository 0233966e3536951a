import { z } from "zod";
import { tokenLimits, tokenMessages, tokenScopes, tokenStates } from "./api-tokens.ts";
import { messages } from "./errors.ts";
import { lineSchema } from "./text.schema.ts";

/** `expiresAt`: in the future, a year from now at most; the server's clock decides. */
export const createTokenSchema = z.strictObject(
  {
    name: lineSchema(tokenMessages.name, tokenLimits.nameMax),
    scopes: z
      .array(z.enum(tokenScopes, tokenMessages.scopes), tokenMessages.scopes)
      .min(1, tokenMessages.scopes)
      .max(tokenScopes.length, tokenMessages.scopes)
      .refine((scopes) => new Set(scopes).size === scopes.length, tokenMessages.scopes),
    expiresAt: z.iso.datetime({ offset: true, error: tokenMessages.expiry }),
  },
  messages.invalid,
);
export type CreateToken = z.output<typeof createTokenSchema>;

/** `token` is shown only once, because the server keeps nothing but its hash. */
export const createdTokenSchema = z.object({ id: z.uuid(), token: z.string() });

export const tokenIdSchema = z.strictObject({ id: z.uuid(tokenMessages.notFound) });

const tokenSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  state: z.enum(tokenStates),
  /** The e-mail address of the administrator who created the token. */
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Precise to the minute; null until the first call. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ApiToken = z.output<typeof tokenSchema>;

export const tokenListSchema = z.object({ items: z.array(tokenSchema) });

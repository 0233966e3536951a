import { hash, verify } from "@node-rs/argon2";
import { normalForm } from "#contract/text.ts";
import { tooManyRequests } from "#server/lib/http/errors.ts";
import { createSlots } from "#server/lib/slots.ts";

/** Argon2id with the least that OWASP asks for: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash takes 19 MiB and tens of milliseconds of a core: a flood of sign-ins must not take the machine. */
const inSlot = createSlots({ running: 4, waiting: 32, refuse: () => tooManyRequests(1) });

/** The same letters typed on another system may arrive in another normal form. */
const typed = (password: string) => normalForm(password, "NFC");

/** @throws ApiError 429 when too many others are being hashed */
export function hashPassword(password: string): Promise<string> {
  return inSlot(() => hash(typed(password), cost));
}

/** @throws ApiError 429 when too many others are being hashed */
export function verifyPassword({ hash: stored, password }: { hash: string; password: string }) {
  return inSlot(() => verify(stored, typed(password)));
}

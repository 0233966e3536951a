import { hash, verify } from "@node-rs/argon2";
import { normalForm } from "#contract/text.ts";
import { createSemaphore } from "#server/lib/concurrency.ts";
import { tooManyRequests } from "#server/lib/http/errors.ts";

/** Argon2id with the least that OWASP asks for: 19 MiB, two passes, one lane. */
const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash takes 19 MiB and tens of milliseconds of a core. The limit keeps a flood of sign-ins from using up the machine. */
const inHashSlot = createSemaphore({ running: 4, waiting: 32, refuse: () => tooManyRequests(1) });

/** Systems send the same typed letters in different Unicode normal forms, so passwords are normalised. */
const typed = (password: string) => normalForm(password, "NFC");

/** @throws ApiError 429 when too many others are being hashed */
export function hashPassword(password: string): Promise<string> {
  return inHashSlot(() => hash(typed(password), hashCost));
}

/** @throws ApiError 429 when too many others are being hashed */
export function verifyPassword({ hash: stored, password }: { hash: string; password: string }) {
  return inHashSlot(() => verify(stored, typed(password)));
}

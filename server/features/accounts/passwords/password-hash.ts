import { hash, verify } from "@node-rs/argon2";
import { normalForm } from "#contract/text.ts";

/** Argon2id with the least that OWASP asks for: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The same letters typed on another system may arrive in another normal form. */
const typed = (password: string) => normalForm(password, "NFC");

export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), cost);
}

export function verifyPassword({ hash: stored, password }: { hash: string; password: string }) {
  return verify(stored, typed(password));
}

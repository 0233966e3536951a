import type { IssuedLink } from "./links.service.ts";

export function toActivationLink({ activationLink, expiresAt, emailed }: IssuedLink & { emailed: boolean }) {
  return { activationLink, expiresAt: expiresAt.toISOString(), emailed };
}

import type { AppDependencies } from "#server/app-dependencies.ts";
import { createSecretBox, SecretBoxError } from "#server/lib/secret-box.ts";

export type EndpointBox = {
  seal(text: string): string;
  /** Null for what was sealed with another AUTH_SECRET. */
  open(sealed: string): string | null;
};

/** Seals addresses and secrets of endpoints. */
export function createEndpointBox({
  authSecret,
  authSecretPrevious,
}: Pick<AppDependencies["config"], "authSecret" | "authSecretPrevious">): EndpointBox {
  const box = createSecretBox(authSecret, "webhooks", authSecretPrevious);
  return {
    seal: box.seal,
    open(sealed) {
      try {
        return box.open(sealed);
      } catch (error) {
        if (error instanceof SecretBoxError) return null;
        throw error;
      }
    },
  };
}

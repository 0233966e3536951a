import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { createSecretBox, nullIfForeign } from "#server/lib/secret-box.ts";
import { findEndpoints, updateSealed } from "./webhooks.queries.ts";

export type EndpointBox = {
  seal(text: string): string;
  /** Null when it was sealed with an unknown AUTH_SECRET. */
  open(sealed: string): string | null;
  /** The text sealed with the current AUTH_SECRET; null when that is not needed, or the text cannot be opened. */
  reseal(sealed: string): string | null;
};

/** Seals addresses and secrets of endpoints. */
export function createEndpointBox({
  authSecret,
  authSecretPrevious,
}: Pick<AppDependencies["config"], "authSecret" | "authSecretPrevious">): EndpointBox {
  const box = createSecretBox(authSecret, "webhooks", authSecretPrevious);
  return {
    seal: box.seal,
    open: (sealed) => nullIfForeign(() => box.open(sealed)),
    reseal: (sealed) => nullIfForeign(() => box.reseal(sealed)),
  };
}

/** True when the address or current secret of any endpoint was sealed with an unknown AUTH_SECRET. */
export async function hasUnreadableEndpoint(db: Db, box: EndpointBox): Promise<boolean> {
  const endpoints = await findEndpoints(db);
  return endpoints.some(
    ({ urlSealed, secretSealed }) =>
      box.open(urlSealed) === null || (secretSealed !== null && box.open(secretSealed) === null),
  );
}

/** Seals values of an earlier AUTH_SECRET again with the current one. */
export async function resealEndpoints(db: Db, box: EndpointBox): Promise<void> {
  for (const endpoint of await findEndpoints(db)) {
    const { urlSealed, secretSealed, formerSecretSealed } = endpoint;
    const again = {
      urlSealed: box.reseal(urlSealed),
      secretSealed: secretSealed && box.reseal(secretSealed),
      formerSecretSealed: formerSecretSealed && box.reseal(formerSecretSealed),
    };
    if (Object.values(again).every((sealed) => sealed === null)) continue;
    await updateSealed(db, endpoint, {
      urlSealed: again.urlSealed ?? urlSealed,
      secretSealed: again.secretSealed ?? secretSealed,
      formerSecretSealed: again.formerSecretSealed ?? formerSecretSealed,
    });
  }
}

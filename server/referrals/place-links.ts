import { placePath } from "#contract/site-pages.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { type ConfirmationToken, createConfirmationTokens } from "#server/privacy/confirmation-token.ts";
import type { Site } from "#server/site/site-settings.service.ts";

/** A person's sign-up, and the mailbox that their link was given to: once the sign-up has another address, the link opens nothing. */
type PlaceHolder = Omit<ConfirmationToken, "issuedAt">;

/** Links to personal pages. They are signed, not stored, and have no end: a page shows no more than its holder may share. */
export type PlaceLinks = {
  /** The path of the page; null while the referral is off: then nothing leads to it. */
  advertised(holder: PlaceHolder): Promise<string | null>;
  /** @returns null for a text that is no token of ours */
  read(token: string): PlaceHolder | null;
};

/** One link per person: its token holds no time. */
const issuedAt = new Date(0);

export function createPlaceLinks({
  config,
  site,
}: {
  config: Pick<AppDependencies["config"], "authSecret" | "authSecretPrevious">;
  site: Pick<Site, "current">;
}): PlaceLinks {
  const tokens = createConfirmationTokens(config, "personal page");
  return {
    async advertised({ audience, id, emailHash }) {
      const { referral } = await site.current();
      return referral.on ? placePath(tokens.sign({ audience, id, emailHash, issuedAt })) : null;
    },
    read: tokens.read,
  };
}

import { type PlaceLink, placeLabels, placePath } from "#contract/site-pages.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { type ConfirmationToken, createConfirmationTokens } from "#server/privacy/confirmation-token.ts";
import { findSignup } from "#server/signups/own-signups.service.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { mayShare } from "./place.rules.ts";

/** A person's sign-up, and the mailbox that their link was given to: once the sign-up has another address, the link opens nothing. */
type PlaceHolder = Omit<ConfirmationToken, "issuedAt">;

/** Links to personal pages. They are signed, not stored, and have no end: a page shows no more than its holder may share. */
export type PlaceLinks = {
  /** The page and what its holder finds there; null while the referral is off: then nothing leads to it. */
  advertised(holder: PlaceHolder): Promise<PlaceLink | null>;
  /** @returns null for a text that is no token of Tenue */
  read(token: string): PlaceHolder | null;
};

/** One link per person: its token holds no time. */
const issuedAt = new Date(0);

export function createPlaceLinks({
  db,
  config,
  site,
}: Pick<AppDependencies, "db"> & {
  config: Pick<AppDependencies["config"], "authSecret" | "authSecretPrevious">;
  site: Pick<Site, "current">;
}): PlaceLinks {
  const tokens = createConfirmationTokens(config, "personal page");
  return {
    async advertised({ audience, id, emailHash }) {
      const { referral } = await site.current();
      if (!referral.on) return null;
      const signup = await findSignup(db, audience, id);
      return {
        href: placePath(tokens.sign({ audience, id, emailHash, issuedAt })),
        label: signup && !mayShare(signup) ? placeLabels.alone : placeLabels.sharing,
      };
    },
    read: tokens.read,
  };
}

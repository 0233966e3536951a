import { type PlaceLink, placeLabels, placePath } from "#contract/site-pages.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { type ConfirmationToken, createConfirmationTokens } from "#server/privacy/confirmation-token.ts";
import { findSignup } from "#server/signups/own-signups.service.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { mayShare } from "./place.rules.ts";

/** A person's sign-up, and the mailbox that got the link. After a change of the sign-up's address the link is invalid. */
type PlaceHolder = Omit<ConfirmationToken, "issuedAt">;

/** Links to personal pages. They are signed, not stored, and never expire: a page shows only what its holder may share. */
export type PlaceLinks = {
  /** The link to the page, and what the person can do there; null while the referral is off, so that no mail or page shows the link. */
  advertised(holder: PlaceHolder): Promise<PlaceLink | null>;
  /** @returns null for a text that is no token of Tenue */
  read(token: string): PlaceHolder | null;
};

/** A fixed time, so that each person has only one link. */
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

import type { Place, PlaceNotice } from "#contract/site-pages.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findInvitationsOf } from "#server/invitations/invitation-states.service.ts";
import type { PointsRanks } from "#server/invitations/points-ranks.service.ts";
import { findSignup } from "#server/signups/own-signups.service.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { mayShare } from "./place.rules.ts";
import type { PlaceLinks } from "./place-links.ts";
import type { Referrals } from "./referrals.service.ts";

export type PlaceDependencies = Pick<AppDependencies, "db" | "now"> & {
  site: Pick<Site, "current">;
  placeLinks: PlaceLinks;
  referrals: Referrals;
  pointsRanks: PointsRanks;
};

/** The data for the page of a link. Opening the page makes the person's code if they have none. */
export async function readPlace(deps: PlaceDependencies, token: string): Promise<Place> {
  const signup = await findHolder(deps, token);
  if (!signup) return { state: "unknown" };
  const { audience, id, status, createdAt, confirmedAt } = signup;
  const [invitation] = await findInvitationsOf(deps.db, [id], deps.now());
  const isInvited = invitation?.state === "sent" || invitation?.state === "redeemed";
  const { referral: settings } = await deps.site.current();
  const brought = settings.on && mayShare(signup) ? await deps.referrals.placeOf({ audience, id }) : null;
  const referral = brought && {
    link: brought.link,
    friends: brought.friends,
    wanted: settings.friends,
    sentence: settings.sentence,
    among: await deps.pointsRanks.among(audience, { id, createdAt, points: brought.points }),
  };
  const step = isInvited ? "invited" : status;
  return { state: "known", isConfirmed: confirmedAt !== null, step, referral };
}

/** Makes a new link for friends; the former link then leads only to the form. @returns null when there is no link to renew */
export async function renewLink(deps: PlaceDependencies, token: string): Promise<PlaceNotice | null> {
  const signup = await findHolder(deps, token);
  const { referral } = await deps.site.current();
  if (!signup || !referral.on || !mayShare(signup)) return null;
  const renewed = await deps.referrals.renew({ audience: signup.audience, id: signup.id });
  return renewed ? "renewed" : "too_soon";
}

async function findHolder({ db, placeLinks }: PlaceDependencies, token: string) {
  const holder = placeLinks.read(token);
  const signup = holder && (await findSignup(db, holder.audience, holder.id));
  return signup && signup.emailHash === holder.emailHash ? { ...signup, audience: holder.audience } : null;
}

import { z } from "zod";
import { audiences } from "./audience.ts";
import { messages } from "./errors.ts";
import { placeSchema } from "./place.schema.ts";
import { friendStates, referralLimits, referralMessages } from "./referral-report.ts";
import { sourcesQuerySchema } from "./sources.schema.ts";

const count = z.int();
const heldFor = z.enum(["self", "mailbox", "device", "network"]);
const verdict = z.enum(["accepted", "refused"], referralMessages.verdict);

/** Selects the friends of one audience or both, by the day of their sign-up in Europe/Paris. */
export const referralsQuerySchema = sourcesQuerySchema;
export type ReferralsQuery = z.output<typeof referralsQuerySchema>;

/**
 * `brought`: sign-ups that came with a code. `counted`: how many of them count. `sources` and `days` contain only friends that
 * count: the largest sources, and the days of the ten largest sources. A source of null is unknown.
 */
export const referralsSchema = z.object({
  from: z.string(),
  to: z.string(),
  totals: z.object({ brought: count, counted: count, referrers: count }),
  sources: z.array(z.object({ source: z.string().nullable(), friends: count })),
  days: z.array(z.object({ day: z.string(), source: z.string().nullable(), friends: count })),
});
export type Referrals = z.output<typeof referralsSchema>;

const personSchema = z.object({
  id: z.uuid(),
  audience: z.enum(audiences),
  firstname: z.string(),
  name: z.string(),
  email: z.string(),
  starred: z.boolean(),
});
export type ReferredPerson = z.output<typeof personSchema>;

export const referrersQuerySchema = sourcesQuerySchema.safeExtend({
  page: z.coerce.number(messages.invalid).int(messages.invalid).min(1, messages.invalid).max(1e6).default(1),
});
export type ReferrersQuery = z.output<typeof referrersQuerySchema>;

/** `friends`: how many friends count. The list begins with the largest number. */
const referrerSchema = personSchema.extend({ friends: count, brought: count, held: count });
export type Referrer = z.output<typeof referrerSchema>;
export const referrersSchema = z.object({ items: z.array(referrerSchema), total: count, page: count });
export type Referrers = z.output<typeof referrersSchema>;

/** The newest first. `next`: the `before` of the next page. */
export const friendsQuerySchema = z.strictObject({ before: placeSchema.optional() }, messages.invalid);
const friendSchema = personSchema.extend({
  createdAt: z.iso.datetime(),
  state: z.enum(friendStates),
  heldFor: heldFor.nullable(),
  reviewed: verdict.nullable(),
  confirmed: z.boolean(),
});
export type Friend = z.output<typeof friendSchema>;
export const friendsSchema = z.object({ items: z.array(friendSchema), next: z.string().nullable() });

/** Friends that wait for a review, with the person who brought them. */
const heldFriendSchema = friendSchema.extend({ heldFor, referrer: personSchema });
export type HeldFriend = z.output<typeof heldFriendSchema>;
export const heldFriendsSchema = z.object({
  items: z.array(heldFriendSchema),
  next: z.string().nullable(),
  total: count,
});

export const referrerIdSchema = z.strictObject({ id: z.uuid(messages.invalid) });

/** Friends by their ids, or all of one referrer that wait for a review. */
export const reviewReferralsSchema = z.union(
  [
    z.strictObject({
      verdict,
      ids: z
        .array(z.uuid(messages.invalid), referralMessages.friends)
        .min(1, referralMessages.friends)
        .max(referralLimits.reviewedMax, messages.invalid),
    }),
    z.strictObject({ verdict, referrerId: z.uuid(messages.invalid) }),
  ],
  messages.invalid,
);
export type ReviewReferrals = z.output<typeof reviewReferralsSchema>;
export const reviewedReferralsSchema = z.object({ reviewed: count });

/** One person's referrals: how many friends count, and who brought this person, unless that referrer is deleted. */
export const signupReferralSchema = z.object({
  friends: count,
  brought: count,
  broughtBy: personSchema.extend({ state: z.enum(friendStates), heldFor: heldFor.nullable() }).nullable(),
});
export type SignupReferral = z.output<typeof signupReferralSchema>;

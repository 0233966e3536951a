/** Who signs up: a person ("user") or a fashion brand ("brand"). */
export const audiences = ["user", "brand"] as const;
export type Audience = (typeof audiences)[number];

/** The audiences that a question is for. A missing value in stored data means "user". */
export const targetTypes = ["user", "brand", "both"] as const;
export type TargetType = (typeof targetTypes)[number];

/** pending → approved or rejected; only a short undo leads back. A missing status counts as pending. */
export const signupStatuses = ["pending", "approved", "rejected"] as const;
export type SignupStatus = (typeof signupStatuses)[number];

/** True when a question of this target is asked of this audience. */
export function addresses(target: TargetType, audience: Audience): boolean {
  return target === "both" || target === audience;
}

import { filledSite } from "#test/support/filled-site.ts";
import type { TestApp } from "#test/support/test-app.ts";

export const referralSettings = {
  on: true,
  sentence: "trois amies : la prochaine vague",
  friends: 3,
  cap: 20,
  messages: true,
};

/** Stores the settings of an active referral with these changes. */
export async function changeReferral(
  { database, dependencies }: TestApp,
  changes: Partial<typeof referralSettings> = {},
): Promise<void> {
  const values = { ...filledSite, referral: { ...referralSettings, ...changes } };
  await database.pool.query("update site_settings set values = $1, version = version + 1", [
    JSON.stringify(values),
  ]);
  await dependencies.site.refresh();
}

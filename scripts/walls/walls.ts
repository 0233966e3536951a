/** The walls of the house, as data. `npm run check` holds them; CONTRIBUTING.md tells them in words. */

/** What an area may import of the project, and which packages; without `packages`, any. */
export type Area = { area: string; except?: RegExp; mayImport: string[]; packages?: string[]; why: string };

/** A file imports its own floor and lower ones, never a higher one. The longest prefix of its path names its floor. */
export type Floors = { name: string; floors: string[] };

/** Rooms of one folder that never import each other. */
export type Apart = { folder: string; shared: string[]; why: string };

/** What stands although a wall forbids it, with its reason. Both ends are prefixes: a folder, a file or a table. */
export type Exception = { from: string; to: string; why: string };

export const testFile = /\.test\.tsx?$|\.test-helpers\.tsx?$|^test\//;

export const areas: Area[] = [
  {
    area: "contract/",
    except: testFile,
    mayImport: ["contract/"],
    packages: ["zod"],
    why: "contract is what browser and server agree on: it imports zod and itself",
  },
  { area: "db/", mayImport: ["db/", "contract/"], why: "the tables know the contract alone" },
  {
    area: "server/",
    mayImport: ["server/", "db/", "contract/"],
    why: "the server knows neither the web nor the workshop: what both need belongs in contract/",
  },
  { area: "web/", mayImport: ["web/", "contract/"], why: "the web talks to the server by the contract" },
  {
    area: "artwork/",
    mayImport: ["artwork/", "web/site/"],
    why: "pictures and film are made apart from the product",
  },
];

export const floors: Floors[] = [
  {
    name: "web",
    floors: [
      "web/admin/main.tsx",
      "web/admin/shell/",
      "web/admin/screens/",
      "web/admin/mail-kit/",
      "web/admin/ui/",
      "web/lib/",
      "contract/",
    ],
  },
  {
    name: "server",
    floors: ["server/", "server/features/", "server/app-dependencies.ts", "server/lib/", "db/", "contract/"],
  },
];

export const apart: Apart[] = [
  { folder: "web/admin/screens/", shared: [], why: "what two screens need goes down to ui/ or mail-kit/" },
  { folder: "web/", shared: ["web/lib/"], why: "what site and back office both need is in web/lib/" },
];

/** A part of a feature counts as a feature: `mailing/outbox` is as closed to `mailing/campaigns` as to `signups`. */
export const featureRoots = [
  "server/features/accounts/",
  "server/features/mailing/",
  "server/features/privacy/",
  "server/features/",
];

/** What of a feature is its own affair; everything else (service, rules, errors, types) others may call. */
export const privateRoles = /\.(repository|view)\.ts$/;

/** Where a table's statements stand. The database's own set-up knows all tables. */
export const tableOwners: Record<string, string> = {
  authUsers: "server/features/accounts/admins/",
  authSessions: "server/features/accounts/sessions/",
  authAccounts: "server/features/accounts/passwords/",
  authVerifications: "server/features/accounts/links/",
  authTwoFactors: "server/features/accounts/two-factor/",
  adminUsers: "server/features/accounts/admins/",
  attemptCounts: "server/features/accounts/attempts/",
  installation: "server/features/accounts/links/",
  emailSettings: "server/features/mailing/settings/",
  upkeepClock: "server/features/upkeep/",
  migrationLease: "server/lib/database/",
  backupSettings: "server/features/backup/",
  backupRuns: "server/features/backup/",
  erasureLog: "server/features/privacy/erasure/",
  mailHold: "server/features/mailing/outbox/",
  emailTemplates: "server/features/mailing/templates/",
  emailTemplateVersions: "server/features/mailing/templates/",
  dkimKeys: "server/features/mailing/domain/",
  domainChecks: "server/features/mailing/domain/",
  emailEvents: "server/features/mailing/bounces/",
  bounceMailbox: "server/features/mailing/bounces/",
  campaigns: "server/features/mailing/campaigns/",
  emailLog: "server/features/mailing/outbox/",
  mailPurges: "server/features/mailing/outbox/",
  adminPreferences: "server/features/accounts/admins/",
  savedViews: "server/features/signups/",
  journalEntries: "server/features/journal/",
  adminNotices: "server/features/notices/",
  adminNoticeDismissals: "server/features/notices/",
  addressKey: "server/features/privacy/addresses/",
  consentTexts: "server/features/privacy/consent/",
  consents: "server/features/privacy/consent/",
  suppressions: "server/features/privacy/suppressions/",
  privacyLinks: "server/features/privacy/my-data/",
  privacyRequests: "server/features/privacy/rights/",
  siteSettings: "server/features/site/",
  siteImages: "server/features/site/",
  questionnaireItems: "server/features/questionnaire/",
  questionnaireState: "server/features/questionnaire/",
  deletedQuestions: "server/features/questionnaire/",
  answerRemovals: "server/features/questionnaire/",
  usedFormTokens: "server/features/shield/",
  signupBuckets: "server/features/shield/",
  shieldCounts: "server/features/shield/",
  shieldState: "server/features/shield/",
  betaSignups: "server/features/signups/",
  brandSignups: "server/features/signups/",
  addressMigrations: "server/features/signups/",
  bulkDecisions: "server/features/signups/",
  signupCountChanges: "server/features/stats/",
  signupCounts: "server/features/stats/",
  answerCounts: "server/features/stats/",
};

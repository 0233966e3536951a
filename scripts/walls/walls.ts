/** The walls as data. `npm run check` holds them; CONTRIBUTING.md explains them. */

/** The parts of the project and the packages that an area may import; without `packages`, it may import every package. */
export type Area = { area: string; except?: RegExp; mayImport: string[]; packages?: string[]; why: string };

/** A file may import its own layer and lower layers, but no higher layer. */
export type Layers = { name: string; layers: RegExp[] };

/** Subfolders that never import each other. */
export type Apart = { folder: string; shared: string[]; why: string };

/** An import or use that is allowed despite a wall, with its reason. `from` and `to` are prefixes of a folder, a file or a table. */
export type Exception = { from: string; to: string; why: string };

export const testFile = /\.test\.tsx?$|\.test-helpers\.tsx?$|^test\//;

export const areas: Area[] = [
  {
    area: "contract/",
    except: testFile,
    mayImport: ["contract/"],
    packages: ["zod"],
    why: "contract is shared by browser and server: it imports zod and itself",
  },
  { area: "db/", mayImport: ["db/", "contract/"], why: "tables import the contract only" },
  {
    area: "server/",
    mayImport: ["server/", "db/", "contract/"],
    why: "the server imports neither web nor tools: shared code belongs in contract/",
  },
  { area: "web/", mayImport: ["web/", "contract/"], why: "the web talks to the server by the contract" },
  {
    area: "artwork/",
    mayImport: ["artwork/", "web/site/"],
    why: "pictures and film are a separate package",
  },
];

export const layers: Layers[] = [
  {
    name: "web",
    layers: [
      /^web\/admin\/main\.tsx$/,
      /^web\/admin\/app\//,
      /^web\/admin\/features\//,
      /^web\/admin\/mail-kit\//,
      /^web\/admin\/ui\//,
      /^web\/lib\//,
      /^contract\//,
    ],
  },
  {
    name: "server",
    layers: [
      /^server\/(?!app-dependencies)[\w-]+\.ts$|^server\/(commands|entries)\//,
      /^server\/(?!lib|commands|entries)[\w-]+\//,
      /^server\/app-dependencies\.ts$/,
      /^server\/lib\//,
      /^db\//,
      /^contract\//,
    ],
  },
];

export const apart: Apart[] = [
  {
    folder: "web/admin/features/",
    shared: [],
    why: "shared code of two screens belongs in ui/ or mail-kit/",
  },
  { folder: "web/", shared: ["web/lib/"], why: "shared code of site and back office belongs in web/lib/" },
];

/** Only the feature itself imports these; every other file of a feature is open to others. */
export const privateRoles = /\.(queries|view)\.ts$/;

/** The folder that holds a table's statements. `lib/database` may use every table. */
export const tableOwners: Record<string, string> = {
  authUsers: "server/accounts/",
  authSessions: "server/accounts/",
  authAccounts: "server/accounts/",
  authVerifications: "server/accounts/",
  authTwoFactors: "server/accounts/",
  adminUsers: "server/accounts/",
  attemptCounts: "server/accounts/",
  apiTokens: "server/accounts/",
  installation: "server/accounts/",
  emailSettings: "server/mail/",
  upkeepClock: "server/upkeep/",
  migrationLease: "server/lib/database/",
  backupSettings: "server/backup/",
  backupRuns: "server/backup/",
  erasureLog: "server/privacy/",
  mailHold: "server/mail/",
  emailTemplates: "server/mail/",
  emailTemplateVersions: "server/mail/",
  dkimKeys: "server/mail/",
  domainChecks: "server/mail/",
  emailEvents: "server/mail/",
  bounceMailbox: "server/mail/",
  campaigns: "server/mail/",
  emailLog: "server/mail/",
  mailPurges: "server/mail/",
  adminPreferences: "server/accounts/",
  savedViews: "server/signups/",
  journalEntries: "server/journal/",
  adminNotices: "server/notices/",
  adminNoticeDismissals: "server/notices/",
  addressKey: "server/privacy/",
  consentTexts: "server/privacy/",
  consents: "server/privacy/",
  suppressions: "server/privacy/",
  privacyLinks: "server/privacy/",
  privacyRequests: "server/privacy/",
  siteSettings: "server/site/",
  siteImages: "server/site/",
  questionnaireItems: "server/questionnaire/",
  questionnaireState: "server/questionnaire/",
  deletedQuestions: "server/questionnaire/",
  answerRemovals: "server/questionnaire/",
  usedFormTokens: "server/shield/",
  signupBuckets: "server/shield/",
  shieldCounts: "server/shield/",
  shieldState: "server/shield/",
  betaSignups: "server/signups/",
  brandSignups: "server/signups/",
  addressMigrations: "server/signups/",
  bulkDecisions: "server/signups/",
  segments: "server/signups/",
  imports: "server/signups/",
  importRows: "server/signups/",
  sources: "server/signups/",
  passages: "server/signups/",
  waves: "server/invitations/",
  invitations: "server/invitations/",
  referralCodes: "server/referrals/",
  referrals: "server/referrals/",
  referralDevices: "server/referrals/",
  webhookEndpoints: "server/webhooks/",
  webhookEvents: "server/webhooks/",
  webhookDeliveries: "server/webhooks/",
  signupCountChanges: "server/stats/",
  signupCounts: "server/stats/",
  answerCounts: "server/stats/",
};

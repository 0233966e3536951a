import { randomUUID } from "node:crypto";
import { getTableColumns, type Table } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  betaSignups,
  brandSignups,
  consents,
  consentTexts,
  emailEvents,
  emailLog,
  importRows,
  imports,
  invitations,
  privacyRequests,
  referralCodes,
  referrals,
  suppressions,
} from "#db/schema.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { personalColumns } from "./erasure/personal-data.map.ts";
import { collectPersonalData, toMyDataFile } from "./personal-data.service.ts";

let harness: TestApp;
beforeAll(async () => {
  harness = await createTestApp();
});
afterAll(() => harness.close());

type DataFile = ReturnType<typeof toMyDataFile>;
type Part = {
  table: Table;
  /** The part of the file that holds a row of the table. */
  read: (file: DataFile) => object | null | undefined;
  /** The columns that no part has under their name, and why. */
  leftOut: Record<string, string>;
};

const ofSignup = "that of the sign-up, which holds it";
const technical = "technical: it says nothing about the person";
const signupColumns = {
  responses: "as `answers`, with the questions",
  duplicateOf: "another sign-up of the same address, which the file also has",
  bulkId: technical,
  sample: "invented people have no file",
  sourceId: "as `source`",
  importId: "as `isImported`",
  updatedAt: technical,
  searchText: "made of the others",
};

const parts: Record<string, Part> = {
  beta_signups: {
    table: betaSignups,
    read: ({ signups }) => signups.find(({ audience }) => audience === "user"),
    leftOut: signupColumns,
  },
  brand_signups: {
    table: brandSignups,
    read: ({ signups }) => signups.find(({ audience }) => audience === "brand"),
    leftOut: signupColumns,
  },
  consents: {
    table: consents,
    read: (file) => file.consents[0],
    leftOut: { id: technical, emailHash: ofSignup, purpose: "always news" },
  },
  email_log: {
    table: emailLog,
    read: ({ messages }) => messages[0],
    leftOut: {
      content: "as `text`",
      variables: "filled in in `subject` and `text`",
      templateId: technical,
      campaignId: technical,
      emailType: technical,
      lane: technical,
      purpose: technical,
      recipientHash: ofSignup,
      erasedAt: "an erased person has no file",
      mailboxKey: "would help to guess how mailboxes are recognised",
      waitsForMailbox: technical,
      errorMessage: "the answers of mail servers are in `events`",
      attempts: technical,
      nextAttemptAt: technical,
      leasedBy: technical,
      leasedUntil: technical,
      failedAt: "as `status`",
      departedAt: "as `sentAt`",
      searchText: "made of the others",
    },
  },
  email_events: {
    table: emailEvents,
    read: ({ events }) => events[0],
    leftOut: {
      id: technical,
      dedupeKey: technical,
      logId: technical,
      campaignId: technical,
      recipientHash: ofSignup,
      appliedAt: technical,
      liftedAt: "as the absence of a suppression",
    },
  },
  import_rows: {
    table: importRows,
    read: ({ importedLines }) => importedLines[0],
    leftOut: { importId: technical, line: technical, emailHashes: ofSignup },
  },
  invitations: {
    table: invitations,
    read: ({ signups }) => signups[0]?.invitations[0],
    leftOut: {
      audience: ofSignup,
      codeHash: "a hash: the message has the code",
      codeSealed: "the message has the code",
      validDays: "as `expiresAt`",
      messageId: "the message is in `messages`",
      bouncedAt: "as `events`",
      redeemedBy: "identifies the application that used the code",
      replacedAt: "as `createdAt` of the newer invitation",
    },
  },
  referral_codes: {
    table: referralCodes,
    read: ({ signups }) => (signups[0]?.referralCode ? { code: signups[0].referralCode } : null),
    leftOut: {
      signupId: ofSignup,
      audience: ofSignup,
      mailboxKey: "would help to guess how mailboxes are recognised",
      createdAt: technical,
      firstMessageAt: "the message is in `messages`",
      decisiveMessageAt: "the message is in `messages`",
    },
  },
  referrals: {
    table: referrals,
    read: ({ signups }) => signups[0]?.referral,
    leftOut: {
      signupId: ofSignup,
      audience: ofSignup,
      referrerId: "another person",
      referrerAudience: "another person",
      mailboxKey: "would help to guess how mailboxes are recognised",
      createdAt: ofSignup,
      reviewedBy: "the name of an administrator",
    },
  },
  suppressions: {
    table: suppressions,
    read: (file) => file.suppressions[0],
    leftOut: {
      id: technical,
      emailHash: ofSignup,
      source: "the name of an administrator",
      until: "follows from `reason` and `at`",
      renewedAt: "the answer of the server is in `events`",
    },
  },
  privacy_requests: {
    table: privacyRequests,
    read: ({ requests }) => requests[0],
    leftOut: {
      emailHash: ofSignup,
      source: "the person knows who asked",
      handledBy: "the name of an administrator",
    },
  },
};

/** Tables with texts about persons that the file does not read, and why. */
const unreadTables: Record<string, string> = {
  privacy_links: "open the file themselves",
  referral_devices: "hashes that are deleted after a day and lead to no person",
  erasure_log: "an erased person has no file",
  signup_count_changes: "becomes counts within a minute",
  journal_entries: "the journal of administrators",
};

test("each table with texts about persons is in the data file, or named with the reason why not", () => {
  expect([...Object.keys(parts), ...Object.keys(unreadTables)].sort()).toEqual(
    Object.keys(personalColumns).sort(),
  );
});

// registre: 20, 31
test("each column of a person's tables is in the data file, or named with the reason why not", async () => {
  const file = toMyDataFile(await collectPersonalData(harness.dependencies, await insertPerson()));
  for (const [name, { table, read, leftOut }] of Object.entries(parts)) {
    const held = Object.keys(read(file) ?? {});
    const unread = Object.keys(getTableColumns(table)).filter((column) => !held.includes(column));
    expect(unread.sort(), name).toEqual(Object.keys(leftOut).sort());
  }
});

/** Stores a row about one address in each table. @returns the hash of the address */
async function insertPerson(): Promise<string> {
  const { db } = harness;
  const email = "zoe@exemple.fr";
  const emailHash = await harness.dependencies.addresses.hash(email);
  const person = { firstname: "Zoé", name: "Martin", email };
  const audience = "user";
  const [signup] = await db.insert(betaSignups).values(person).returning();
  const signupId = signup?.id ?? "";
  const [brand] = await db
    .insert(brandSignups)
    .values({ ...person, website: "https://exemple.fr" })
    .returning();
  const referrer = { referrerId: brand?.id ?? "", referrerAudience: "brand" } as const;
  await db.insert(consentTexts).values({ version: "t", text: JSON.stringify({ news: "Mots" }) });
  await db.insert(consents).values({ audience, signupId, emailHash, purpose: "news", textVersion: "t" });
  await db.insert(emailLog).values({
    recipientEmail: email,
    subject: "Bonjour",
    content: "<p>Bonjour</p>",
    emailType: "transactional",
  });
  await db
    .insert(emailEvents)
    .values({ dedupeKey: "x", kind: "hard", source: "smtp", recipientHash: emailHash });
  const [file] = await db
    .insert(imports)
    .values({ createdBy: "chef@exemple.fr", columns: ["Adresse"], expiresAt: new Date("2100-01-01") })
    .returning();
  await db
    .insert(importRows)
    .values({ importId: file?.id ?? "", line: 2, cells: [email], emailHashes: [emailHash] });
  await db
    .insert(invitations)
    .values({ audience, signupId, codeHash: "x", validDays: 14, messageId: randomUUID() });
  await db.insert(referralCodes).values([
    { signupId, audience, code: "0123456789", mailboxKey: "a" },
    { signupId: referrer.referrerId, audience: "brand", code: "1123456789", mailboxKey: "b" },
  ]);
  await db.insert(referrals).values({ signupId, audience, ...referrer, mailboxKey: "a" });
  await db
    .insert(suppressions)
    .values({ emailHash, scope: "news", reason: "manual", source: "chef@exemple.fr" });
  await db.insert(privacyRequests).values({ kind: "access", emailHash, source: "person", dueAt: new Date() });
  return emailHash;
}

/** One deliberate fault: what the promise's tests must notice. */
export type Mutation = {
  promise: string;
  /** Stands exactly once in the product's code; the file is found by it. */
  find: string;
  replace: string;
  /** Names of test files, one of which must fail. */
  tests: string[];
  /** Why nothing can notice, for a fault that changes nothing by itself. */
  harmless?: string;
};

/** By decision record: what it says always, never, exactly or at most happens. */
export const mutations: Mutation[] = [
  {
    promise: "0004 a question cannot change between the check of an answer and its storing",
    find: `revision = \${revision} for share`,
    replace: `revision = \${revision}`,
    tests: ["storing.test.ts"],
  },
  {
    promise: "0002 two batches of sign-ups never wait for each other in a circle",
    find: "from item order by lower(item.email)",
    replace: "from item order by item.id",
    tests: ["storing.test.ts"],
  },
  {
    promise: "0002 every address has at most one sign-up",
    find: "    on conflict do nothing\n    returning id, email, email_hash), used as (",
    replace: "    returning id, email, email_hash), used as (",
    tests: ["storing.test.ts"],
  },
  {
    promise: "0003 no more leaves in an hour than the cap",
    find: "room := least(room, public.room_under_cap(caps.hourly, interval '1 hour', for_lane));",
    replace: "room := room;",
    tests: ["caps.test.ts"],
  },
  {
    promise: "0003 no more leaves in a day than the cap",
    find: "room := least(room, public.room_under_cap(caps.daily, interval '1 day', for_lane));",
    replace: "room := room;",
    tests: ["caps.test.ts"],
  },
  {
    promise: "0003 the hourly cap is told with the time at which it ends",
    find: "('cap', caps.hourly, interval '1 hour', ${everyLane}),",
    replace: "('cap', null, interval '1 hour', ${everyLane}),",
    tests: ["caps.test.ts"],
  },
  {
    promise: "0003 the daily cap is told with the time at which it ends",
    find: "('cap', caps.daily, interval '1 day', ${everyLane}),",
    replace: "('cap', null, interval '1 day', ${everyLane}),",
    tests: ["caps.test.ts"],
  },
  {
    promise: "0003 no more than 500 confirmations an hour",
    find: "SELECT least(room, caps.confirmations - count(*)) INTO room",
    replace: "SELECT room INTO room",
    tests: ["caps.test.ts"],
  },
  {
    promise: "0003 the other lanes leave links 5 % of a cap",
    find: "WHEN lane = 'link' THEN cap ELSE cap - least(greatest(5, ceil(cap * 0.05)::integer), cap / 2) END",
    replace: "WHEN lane = 'link' THEN cap ELSE cap END",
    tests: ["caps.test.ts"],
  },
  {
    promise: "0003 instances never pass a cap together",
    find: "PERFORM pg_advisory_xact_lock(hashtextextended('mail room', 0));",
    replace: "",
    tests: ["caps.test.ts"],
  },
  {
    promise: "0003 a mailbox gets one confirmation within 24 hours",
    find: "    WHERE id <> candidate.id AND lane = 'confirmation' AND departed_at > now() - interval '24 hours';",
    replace: "    WHERE false AND lane = 'confirmation';",
    tests: ["caps.test.ts"],
  },
  {
    promise: "0003 a sign of life keeps a lease",
    find: `update email_log set leased_until = now() + make_interval(secs => \${leaseSeconds})`,
    replace: `update email_log set leased_until = leased_until`,
    tests: ["leases.test.ts"],
  },
  {
    promise: "0003 a dead worker's lease ends 30 seconds after its last sign of life",
    find: "const leaseSeconds = 30;",
    replace: "const leaseSeconds = 3_000;",
    tests: ["leases.test.ts"],
  },
  {
    promise: "0003 a living worker's messages are never marked as interrupted",
    find: `\${everyone ? sql\`\` : sql\`and leased_until < now()\`}`,
    replace: "",
    tests: ["leases.test.ts"],
  },
  {
    promise: "0003 nothing that was leased is ever leased again without a person's decision",
    find: `    where status = 'pending' and leased_by is null and \${within}`,
    replace: `    where status = 'pending' and \${within}`,
    tests: ["leases.test.ts"],
    harmless: "the statement that leases looks once more",
  },
  {
    promise: "0003 deferred is tried again after 1, 5, 15 and 60 minutes: the pauses",
    find: "const retryPauses = [60, 300, 900, 3_600] as const;",
    replace: "const retryPauses = [60, 300, 900, 7_200] as const;",
    tests: ["delivery.rules.test.ts"],
  },
  {
    promise: "0003 deferred is tried again after 1, 5, 15 and 60 minutes: their order",
    find: "const pause = retryPauses[attempts - 1];",
    replace: "const pause = retryPauses[attempts];",
    tests: ["delivery.rules.test.ts"],
  },
  {
    promise: "0003 uncertain is never sent again by itself",
    find: '        ...result,\n        status: "failed",\n        errorMessage: `${emailMessages.interrupted} (${outcome.message})`,',
    replace:
      '        ...result,\n        status: "pending",\n        errorMessage: `${emailMessages.interrupted} (${outcome.message})`,',
    tests: ["delivery.rules.test.ts"],
  },
  {
    promise: "0003 unreachable does not count against a message of a campaign",
    find: "          retryIn: 0,\n          countsAsAttempt: false,",
    replace: "          retryIn: 0,\n          countsAsAttempt: true,",
    tests: ["delivery.rules.test.ts"],
  },
  {
    promise: "0003 a campaign pauses itself within 55 seconds of its first attempt in vain",
    find: "const unreachableLimitMs = 55_000;",
    replace: "const unreachableLimitMs = 550_000;",
    tests: ["delivery.rules.test.ts"],
  },
  {
    promise: "0003 the campaign's row is always taken first",
    find: "order by id for no key update)`;",
    replace: "order by id)`;",
    tests: ["cancellation.test.ts"],
  },
  {
    promise: "retention tells what hangs on a sign-up, in the same transaction",
    find: `    await tellDeleted(tx, events, { audience, signups: deleted, reason: "expired", source: systemActor });\n`,
    replace: "",
    tests: ["retention.test.ts"],
  },
  {
    promise: "0002 a form token is used once at most",
    find: "where ${isUnusedToken(sql`given.token`)}",
    replace: "where true",
    tests: ["signup-tokens.test.ts"],
  },
  {
    promise: "0012 a form token of the future is none",
    find: "if (token.issuedAt > now + clockToleranceMs) return null;",
    replace: "",
    tests: ["form-token.rules.test.ts"],
  },
  {
    promise:
      "0012 people without JavaScript have a fifth of the allowance under pressure, a fifteenth under attack",
    find: "raised: 1 / 5, attack: 1 / 15 };",
    replace: "raised: 1 / 5, attack: 1 / 5 };",
    tests: ["rate.rules.test.ts"],
  },
  {
    promise: "a sign-up that is decided is not decided again",
    find: `inArray(table.id, decision.ids),\n        eq(table.status, "pending"),`,
    replace: "inArray(table.id, decision.ids),",
    tests: ["decisions.test.ts"],
  },
  {
    promise: "a decision is taken back for thirty seconds at most",
    find: `ne(table.status, "pending"), gt(table.decidedAt, since)`,
    replace: `ne(table.status, "pending")`,
    tests: ["decisions.test.ts"],
  },
  {
    promise: "a bulk decision is taken back for thirty seconds at most",
    find: "gt(bulkDecisions.finishedAt, since),",
    replace: "",
    tests: ["bulk.test.ts"],
  },
  {
    promise: "0013 a save that comes too late changes nothing: questions",
    find: "and(eq(questionnaireItems.id, id), eq(questionnaireItems.version, version))",
    replace: "eq(questionnaireItems.id, id)",
    tests: ["stale-edits.test.ts"],
  },
  {
    promise: "0013 a save that comes too late changes nothing: templates",
    find: "and(eq(emailTemplates.id, id), eq(emailTemplates.version, version))",
    replace: "eq(emailTemplates.id, id)",
    tests: ["stale-edits.test.ts"],
  },
  {
    promise: "0013 a save that comes too late changes nothing: settings",
    find: "and(eq(emailSettings.id, 1), eq(emailSettings.version, version))",
    replace: "eq(emailSettings.id, 1)",
    tests: ["stale-edits.test.ts"],
  },
  {
    promise: "0008 a stored SMTP password goes to the host and port that it was entered for",
    find: "before.smtpPort === after.smtpPort &&",
    replace: "",
    tests: ["settings-protection.rules.test.ts"],
  },
  {
    promise: "0003 only the worker that holds a lease records",
    find: "and (l.leased_by = ${worker} or (l.status = 'failed' and l.error_message = ${emailMessages.interrupted}))",
    replace: "",
    tests: ["leases.test.ts", "cancellation.test.ts", "messages.test.ts"],
  },
  {
    promise: "0003 only failures are sent again",
    find: "::uuid[]) and status = 'failed'`;",
    replace: "::uuid[])`;",
    tests: ["messages.test.ts", "cancellation.test.ts"],
  },
  {
    promise: "0003 thirty spellings of a mailbox cause two confirmations at most",
    find: "where asked.place <= 2",
    replace: "where true",
    tests: ["mail-relay.test.ts"],
  },
  {
    promise: "0003 a mailbox gets three links in 24 hours at most",
    find: ") < ${limits.linksPerDay}",
    replace: ") < 1000",
    tests: ["mail-relay.test.ts"],
  },
  {
    promise: "0003 a campaign that is started twice at once is one",
    find: "if (twin) throw alreadyStarted(twin.id);",
    replace: "",
    tests: ["campaigns.test.ts"],
  },
  {
    promise: "0003 a simulated campaign is ended by one instance, once",
    find: `if ((await lockCampaign(tx, id)) !== "running") return;`,
    replace: "await lockCampaign(tx, id);",
    tests: ["campaigns.test.ts", "cancellation.test.ts"],
    harmless: "the second finds nothing that waits, adds 0, and the change of status asks once more",
  },
  {
    promise: "0008 attempts are counted in one statement",
    find: "case when ${isOver} then 1 else ${attemptCounts.count} + 1 end",
    replace: "1",
    tests: ["sign-in.test.ts"],
  },
  {
    promise: "0008 a session ends seven days after its sign-in, however much it is used",
    find: "Math.min(now.getTime() + sessionLimits.idleMs, latest.getTime())",
    replace: "now.getTime() + sessionLimits.idleMs",
    tests: ["sign-in.test.ts", "session.rules.test.ts"],
  },
  {
    promise: "0008 what needs a confirmation has ten minutes",
    find: "now.getTime() - last < sessionLimits.confirmationMs",
    replace: "true",
    tests: ["session.rules.test.ts", "confirmation.test.ts"],
  },
  {
    promise: "0012 a form token lives two hours",
    find: `now >= issuedAt + formTokenLimits.maxAgeMs ? "token_expired" : null`,
    replace: "null",
    tests: ["form-token.rules.test.ts", "signup-tokens.test.ts"],
  },
  {
    promise: "0017 a forged link to leave is nobody's",
    find: "return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? emailHash : null;",
    replace: "return emailHash + expected.slice(0, 0);",
    tests: ["addresses.test.ts"],
  },
  {
    promise: "0017 a confirmed opt-in never lifts what an administrator caused",
    find: 'const liftedByConsent: SuppressionReason[] = ["unsubscribed", "erased"];',
    replace: 'const liftedByConsent: SuppressionReason[] = ["unsubscribed", "erased", "manual", "bounced"];',
    tests: ["consent-life.test.ts"],
  },
  {
    promise: "0019 news leave only while their recipient agrees to news",
    find: `is not null and not \${isStopped("news", hash)}`,
    replace: `is not null or not \${isStopped("news", hash)}`,
    tests: ["consent.test.ts", "skipped.test.ts"],
  },
  {
    promise: "0020 a message under way of somebody who was erased is never tried again",
    find: "(old.erased_at is not null\n",
    replace: "(false\n",
    tests: ["erasure.test.ts"],
  },
  {
    promise: "0020 a hash stays only where somebody asked to be erased",
    find: "if (asked) await insertErased(",
    replace: "if (asked || true) await insertErased(",
    tests: ["erasure.test.ts"],
  },
  {
    promise: "0020 the year is counted from the person's last act, too",
    find: "${confirmedAt}, ${activeAt})",
    replace: "${confirmedAt})",
    tests: ["erasure.test.ts"],
  },
  {
    promise: "0020 each step of a purge begins where the last one ended, also among messages of one moment",
    find: "(l.created_at, l.id) > (done.last_created_at, done.last_id)",
    replace: "l.created_at > done.last_created_at",
    tests: ["purge.test.ts"],
  },
  {
    promise: "0021 a DNS that does not answer is never an absence",
    find: 'absent.has(code) && (await isTrustworthy()) ? "none" : "unanswered"',
    replace: 'absent.has(code) || (await isTrustworthy()) ? "none" : "unanswered"',
    tests: ["dns-lookup.test.ts"],
  },
  {
    promise: "0021 a campaign never starts with a key that DNS has lost",
    find: 'if (presence !== "ours" && presence !== "unknown") throw dkimKeyGone();',
    replace: 'if (presence === "other") throw dkimKeyGone();',
    tests: ["dkim-keys.test.ts"],
  },
  {
    promise: "0021 a key that cannot sign never lets mail leave unsigned",
    find: "if (settings.unreadable.dkimKey) return unusableTransport(unreadableKey);",
    replace: "if (settings.unreadable.dkimKey && settings.dkim) return unusableTransport(unreadableKey);",
    tests: ["create-transport.test.ts"],
  },
  {
    promise: "0021 what makes leaving one click is always signed",
    find: '  "list-unsubscribe-post",\n  "list-id",\n  "feedback-id",',
    replace: '  "list-id",\n  "feedback-id",',
    tests: ["signed-mail.test.ts"],
  },
  {
    promise: "0034 rows that came in later stay out of a list that is read anew",
    find: "sql`created_at <= ${until}::timestamptz`",
    replace: "sql`true`",
    tests: ["signup-list.test.ts"],
  },
  {
    promise: "0034 a list that is read anew counts nobody who came in later",
    find: "counts[source.filter.status] - (await countLater(db, source))",
    replace: "counts[source.filter.status]",
    tests: ["signup-list.test.ts"],
  },
  {
    promise: "0034 nobody is deleted who came in after the list was read",
    find: "where ${statusIs(filter.status)} and ${isKnown(until)} and ${after}",
    replace: "where ${statusIs(filter.status)} and ${after}",
    tests: ["bulk.test.ts"],
  },
  {
    promise: "0038 a form that is saved as it came leaves its step open",
    find: "mail: !isPlaceholder(senderEmail),",
    replace: "mail: true,",
    tests: ["first-steps.rules.test.ts"],
  },
  {
    promise: "0039 two letters are found at the end of a text",
    find: "or search_text like public.search_key(${`%${pair}`})",
    replace: "",
    tests: ["signup-search.test.ts"],
  },
  {
    promise: "0039 two letters are found before a letter that no trigram is known of",
    find: "or (${hasOtherLetters} and ${contains(pair)})",
    replace: "",
    tests: ["signup-search.test.ts"],
  },
  {
    promise: "0039 a search shows the status that is listed, and counts all",
    find: "select id, created_at from hits where ${statusIs(filter.status)}",
    replace: "select id, created_at from hits where true",
    tests: ["signup-search.test.ts"],
  },
  {
    promise: "0039 the total of a search is that of the status that is listed",
    find: "(count(*) filter (where ${statusIs(filter.status)} and ${isKnown(until)}))::int as total",
    replace: "count(*)::int as total",
    tests: ["signup-search.test.ts"],
  },
  {
    promise: "0039 an answer is found among others, too",
    find: "(${holding(option)} or ${holding([option])})",
    replace: "(${holding(option)})",
    tests: ["signup-search.test.ts"],
  },
];

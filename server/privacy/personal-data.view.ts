import type { PersonalDataReport, PrivacyRequest } from "#contract/privacy.schema.ts";
import type { PersonalData } from "./personal-data.service.ts";

const iso = (time: Date | null) => time?.toISOString() ?? null;

/** What is known of one address, as the desk shows and exports it. */
export function toReport(data: PersonalData, requests: PrivacyRequest[]): PersonalDataReport {
  const { email, receivesNews, isLimited } = data;
  return {
    ...{ email, receivesNews, isLimited, requests },
    signups: data.signups.map((signup) => {
      const { audience, id, firstname, name, website, status, version, answers } = signup;
      return {
        ...{ audience, id, firstname, name, email: signup.email, website, status, version, answers },
        createdAt: signup.createdAt.toISOString(),
        decidedAt: iso(signup.decidedAt),
        confirmedAt: iso(signup.confirmedAt),
        limitedAt: iso(signup.limitedAt),
      };
    }),
    consents: data.consents.map(({ text, givenAt, confirmedAt, withdrawnAt, withdrawnBy }) => ({
      ...{ text, withdrawnBy, givenAt: givenAt.toISOString() },
      ...{ confirmedAt: iso(confirmedAt), withdrawnAt: iso(withdrawnAt) },
    })),
    messages: data.messages.map(({ id, subject, status, createdAt, sentAt }) => ({
      ...{ id, subject, status, createdAt: createdAt.toISOString(), sentAt: iso(sentAt) },
    })),
    events: data.events.map(({ kind, statusCode, serverWords, verified, at }) => ({
      ...{ kind, statusCode, serverWords, verified, at },
    })),
    suppressions: data.suppressions.map(({ reason, scope, at }) => ({ reason, scope, at: at.toISOString() })),
  };
}

import type { MyData } from "#contract/site-pages.ts";
import type { PersonalData } from "./personal-data.service.ts";

const time = (date: Date | null) => date?.toISOString() ?? null;

/** What is known of an address as its owner's page shows it. */
export function toMyData(data: PersonalData): MyData {
  const { email, signups, consents, messages, suppressions, receivesNews, isLimited } = data;
  return {
    email: email ?? "",
    signups: signups.map((signup) => ({
      ...{ audience: signup.audience, id: signup.id, firstname: signup.firstname, name: signup.name },
      ...{ website: signup.website, status: signup.status, answers: signup.answers },
      createdAt: signup.createdAt.toISOString(),
      confirmedAt: time(signup.confirmedAt),
    })),
    consents: consents.map(({ text, givenAt, confirmedAt, withdrawnAt }) => ({
      text,
      givenAt: givenAt.toISOString(),
      confirmedAt: time(confirmedAt),
      withdrawnAt: time(withdrawnAt),
    })),
    messages: messages.map(({ subject, status, sentAt, createdAt }) => ({
      ...{ subject, status },
      at: (sentAt ?? createdAt).toISOString(),
    })),
    receivesNews,
    isBlocked: suppressions.some(({ reason }) => reason !== "unsubscribed" && reason !== "erased"),
    isLimited,
  };
}

/** The same for programs, with what a page need not show. Who of us did what is not theirs. */
export function toMyDataFile(data: PersonalData) {
  const { suppressions, messages, ...rest } = data;
  return {
    ...rest,
    messages: messages.map(({ id, subject, status, createdAt, sentAt, recipientEmail, recipientName }) => ({
      ...{ id, subject, status, createdAt, sentAt, recipientEmail, recipientName },
    })),
    suppressions: suppressions.map(({ scope, reason, at }) => ({ scope, reason, at })),
  };
}

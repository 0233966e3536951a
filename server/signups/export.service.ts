import { type Audience, addresses } from "#contract/audience.ts";
import type { Question } from "#contract/questionnaire.ts";
import type { SignupExportQuery } from "#contract/signup-list.schema.ts";
import type { VisitSource } from "#contract/sources.ts";
import { invitationStateLabels } from "#contract/waves.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  findNewestInvitations,
  type InvitationSummary,
} from "#server/invitations/invitation-states.service.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { csvLine, csvStart } from "#server/lib/csv.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { Logger } from "#server/lib/logger.ts";
import { findQuestions } from "#server/questionnaire/active-questions.service.ts";
import { countFriends } from "#server/referrals/referrals.service.ts";
import { findListFilter } from "./segments/segments.service.ts";
import { isWhole, type Order, type Source } from "./signup-list.queries.ts";
import {
  type Cursor,
  findAnsweredQuestions,
  findNewsConsents,
  hasSamples,
  type WalkedSignup,
  walkSignups,
} from "./signup-walk.queries.ts";
import { findSources } from "./sources/sources.queries.ts";

const stepSize = 1_000;
/** Number of rows that a step reads when a search leaves out most of them. */
const searchStep = 5_000;

type ExportRequest = { audience: Audience; query: SignupExportQuery; actor: string };

/** Streams the filtered list as a CSV file. */
export async function exportSignups(
  { db, log }: Pick<AppDependencies, "db" | "log">,
  { audience, query, actor }: ExportRequest,
): Promise<AsyncGenerator<string, void>> {
  const filter = await findListFilter(db, audience, query);
  const [questions, samples] = [await questionsOfExport(db, audience), await hasSamples(db, audience)];
  // A search term may be a person's name: the journal only notes that there was one.
  const details = { audience, status: filter.status, searched: filter.search !== "" };
  await recordEntry(db, { actor, action: "signups.exported", details });
  return logFailure(
    log,
    csvOf(db, { audience, filter }, { order: query.order, questions, samples, limited: query.limited }),
  );
}

/** Logs a failure and aborts the response, which has already begun. The error of the stream has no details. */
export async function* logFailure(
  log: Logger,
  parts: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  try {
    yield* parts;
  } catch (error) {
    log.error("failed to finish an export", { error });
    throw new Error("the export was aborted");
  }
}

/** The questions of this audience, and other questions that it answered before their audience changed. */
async function questionsOfExport(db: Db, audience: Audience): Promise<Question[]> {
  const [questions, answered] = [await findQuestions(db), await findAnsweredQuestions(db, audience)];
  return questions.filter(({ id, targetType }) => addresses(targetType, audience) || answered.has(id));
}

async function* csvOf(
  db: Db,
  source: Source,
  { order, ...columns }: { order: Order } & Omit<Columns, "audience">,
): AsyncGenerator<string, void> {
  const { audience, filter } = source;
  yield csvStart + csvLine(headerCells({ audience, ...columns }));
  const size = isWhole(filter) ? stepSize : searchStep;
  let cursor: Cursor | null = null;
  do {
    const step = await walkSignups(db, source, { order, size, cursor });
    const consents = await findNewsConsents(
      db,
      step.signups.map(({ emailHash }) => emailHash),
    );
    const sources = await findSources(
      db,
      step.signups.map(({ sourceId }) => sourceId),
    );
    const invitations = await findNewestInvitations(
      db,
      step.signups.map(({ id }) => id),
      new Date(),
    );
    const friends = await countFriends(
      db,
      step.signups.map(({ id }) => id),
    );
    const exported = step.signups.filter(({ limitedAt }) => columns.limited || limitedAt === null);
    const lines = exported.map((signup) => {
      const consentedAt = consents.get(signup.emailHash) ?? null;
      const source = sources.get(signup.sourceId) ?? null;
      const invitation = invitations.get(signup.id) ?? null;
      const exportedSignup = {
        signup,
        consentedAt,
        source,
        invitation,
        friends: friends.get(signup.id) ?? 0,
      };
      return csvLine(signupCells({ audience, ...columns }, exportedSignup));
    });
    if (lines.length > 0) yield lines.join("");
    cursor = step.cursor;
  } while (cursor);
}

const statusLabels = { pending: "En attente", approved: "Approuvé", rejected: "Rejeté" } as const;

/** `consentedAt`: when the address consented to news; null when no news may be sent to it. */
type ExportedSignup = {
  signup: WalkedSignup;
  consentedAt: Date | null;
  source: VisitSource | null;
  invitation: InvitationSummary | null;
  friends: number;
};

type Columns = {
  audience: Audience;
  questions: readonly Question[];
  /** True when a column marks samples; there is no such column without samples. */
  samples: boolean;
  /** True when limited sign-ups are exported, with a column that marks them. */
  limited: boolean;
};

function headerCells({ audience, questions, samples, limited }: Columns): string[] {
  const columns =
    audience === "brand" ? ["Prénom", "Nom/Marque", "Email", "Site web"] : ["Prénom", "Nom", "Email"];
  return [
    ...columns,
    ...["Statut", "Date d’inscription", "Adresse confirmée le", "Actualités acceptées le"],
    ...["Source", "Support", "Campagne"],
    ...["Invitation", "Invité le", "Invitation utilisée le"],
    "Amies confirmées",
    ...questions.map(({ question }) => question),
    ...(samples ? ["Inscription d’exemple"] : []),
    ...(limited ? ["Traitement limité le"] : []),
  ];
}

function signupCells(
  { audience, questions, samples, limited }: Columns,
  { signup, consentedAt, source, invitation, friends }: ExportedSignup,
) {
  const { firstname, name, email, website, status, createdAt, confirmedAt, responses } = signup;
  return [
    ...(audience === "brand" ? [firstname, name, email, website ?? ""] : [firstname, name, email]),
    statusLabels[status],
    createdAt,
    confirmedAt,
    consentedAt,
    ...[source?.source || null, source?.medium || null, source?.campaign || null],
    ...[
      invitation && invitationStateLabels[invitation.state],
      invitation?.sentAt ?? null,
      invitation?.redeemedAt ?? null,
    ],
    friends,
    ...questions.map(({ id }) => answerCell(responses[id] ?? "")),
    ...(samples ? [signup.sample ? "oui" : ""] : []),
    ...(limited ? [signup.limitedAt] : []),
  ];
}

/** The bar separates the choices of a list, so a bar within a choice is replaced. A comma may be part of a choice. */
function answerCell(answer: string | string[]): string {
  return typeof answer === "string"
    ? answer
    : answer.map((choice) => choice.replaceAll("|", "¦")).join(" | ");
}

/** @param day an ISO date (2026-11-27) */
export function exportFileName(audience: Audience, day: string): string {
  return `${audience === "brand" ? "inscriptions-marques" : "inscriptions-beta"}-${day}.csv`;
}

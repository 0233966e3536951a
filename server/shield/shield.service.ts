import type { Audience } from "#contract/audience.ts";
import type { ForceShield, FormPass, Proof, ShieldReport } from "#contract/shield.schema.ts";
import type { ShieldErrorCode, ShieldState } from "#contract/shield.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { IpNetwork } from "#server/lib/http/client-address.ts";
import { tooManyRequests } from "#server/lib/http/errors.ts";
import {
  ageProblem,
  type FormToken,
  formTokenKey,
  freshToken,
  pickShownForm,
  readToken,
  renewedToken,
  replacementFor,
  type ShownForm,
  signToken,
  usedTokenExpiry,
} from "./form-token.rules.ts";
import {
  type CountKind,
  createPuzzle,
  isPuzzleSolved,
  slotRetentionMs,
  thresholdsFor,
} from "./pressure.rules.ts";
import { chargesFor, unscriptedCharges } from "./rate-limit.rules.ts";
import { refusePass } from "./shield.errors.ts";
import { deletePast, updateForcedState } from "./shield.queries.ts";
import { createExchange } from "./shield-exchange.ts";

/** How long the confirmation of a visitor without JavaScript waits under pressure, in seconds. */
const unscriptedDelays: Record<ShieldState, number> = { calm: 0, raised: 5 * 60, attack: 30 * 60 };

/** The result for a form that may be stored. */
export type AdmittedForm = {
  /** The used token to store with the row; null while the shield is off. */
  token: { id: string; expiresAt: Date } | null;
  /** How long the confirmation waits before it is sent. */
  confirmationDelaySeconds: number;
};

/** @param scripted true when a browser with JavaScript sends it; without JavaScript there is no proof of work */
export type SentForm = {
  audience: Audience;
  token: string | undefined;
  proof: Proof | undefined;
  /** The address exactly as sent. */
  email: string;
  scripted: boolean;
};

export type Shield = ReturnType<typeof createShield>;

/** Prevents mass sign-ups by robots without locking out people. One per instance; see docs/decisions. */
export function createShield(deps: Pick<AppDependencies, "db" | "config" | "log" | "now">) {
  const { config, now } = deps;
  const perMinute = config.signupLimitPerMinute;
  const isEnabled = perMinute > 0;
  const key = formTokenKey(config.authSecret);
  const thresholds = thresholdsFor(perMinute);
  const shared = createExchange(deps, { key, thresholds });

  async function stateNow(): Promise<ShieldState> {
    if (!isEnabled) return "calm";
    const { measured, forced } = await shared.view();
    return forced ?? measured;
  }

  async function passFor(token: FormToken): Promise<FormPass> {
    return { token: signToken(key, token), puzzle: createPuzzle(key, await stateNow(), token.id) };
  }

  async function refuse(
    code: ShieldErrorCode,
    audience: Audience,
    refused: FormToken | null,
  ): Promise<never> {
    count(code === "proof_required" ? "proof" : "token");
    const time = now().getTime();
    const replacement = replacementFor(refused, audience, time);
    throw refusePass(code, await passFor(replacement), replacement.readyAt - time);
  }

  function count(kind: CountKind): void {
    if (isEnabled) shared.count(kind);
  }

  return {
    count,
    /**
     * The token, and the puzzle if required, for a new form.
     * @param shown the questions and texts that the form shows
     */
    issuePass: (audience: Audience, shown?: ShownForm) =>
      passFor(freshToken(audience, now().getTime(), shown)),

    /** The token of a redrawn form. It keeps the age of the sent token, so that the visitor does not wait again. */
    renewPass(
      { audience, token }: Pick<SentForm, "audience" | "token">,
      shown: ShownForm,
    ): Promise<FormPass> {
      const time = now().getTime();
      const sent = readToken(key, token, { audience, now: time });
      return passFor(renewedToken(sent, freshToken(audience, time, shown)));
    },

    /** The form that the token was made for. Works also while the shield is off. */
    shownForm: ({ audience, token }: Pick<SentForm, "audience" | "token">): ShownForm =>
      pickShownForm(readToken(key, token, { audience, now: now().getTime() }) ?? {}),

    /**
     * Counts an attempt to sign up before its body is read.
     * @throws ApiError 429 when a network of its address has no allowance left; such an attempt does not use any
     */
    async admitAttempt(networks: IpNetwork[], { scripted }: Pick<SentForm, "scripted">): Promise<void> {
      if (!isEnabled) return;
      count("sent");
      const charges = chargesFor(networks, perMinute);
      if (!scripted) charges.push(...unscriptedCharges(networks, perMinute, await stateNow()));
      const time = now().getTime();
      const waitMs = Math.max(...charges.map((charge) => shared.buckets.waitMs(charge, time)));
      if (waitMs > 0) {
        count("rate");
        throw tooManyRequests(waitMs / 1000);
      }
      for (const charge of charges) shared.buckets.charge(charge, time);
    },

    /** @throws ApiError 403 with a fresh pass when the token or the proof is invalid */
    async admitForm({ audience, token: text, proof, email, scripted }: SentForm): Promise<AdmittedForm> {
      if (!isEnabled) return { token: null, confirmationDelaySeconds: 0 };
      const time = now().getTime();
      const token = readToken(key, text, { audience, now: time });
      if (!token) return refuse("token_missing", audience, null);
      const problem = ageProblem(token, time);
      if (problem) return refuse(problem, audience, token);
      const state = await stateNow();
      const puzzle = scripted ? createPuzzle(key, state, token.id) : null;
      if (puzzle && !isPuzzleSolved(puzzle, email, proof?.nonces ?? [])) {
        return refuse("proof_required", audience, token);
      }
      return {
        token: { id: token.id, expiresAt: usedTokenExpiry(token) },
        confirmationDelaySeconds: scripted ? 0 : unscriptedDelays[state],
      };
    },

    /** Refuses a form whose token another sign-up has used. @throws ApiError 403 with a fresh pass */
    refuseUsed({ audience, token }: Pick<SentForm, "audience" | "token">): Promise<never> {
      const used = readToken(key, token, { audience, now: now().getTime() });
      return refuse("token_used", audience, used);
    },

    async report(): Promise<ShieldReport> {
      const { measured, forced, since, minute } = await shared.view();
      const { sent, accepted, ...refusedBy } = minute;
      const refused = Object.values(refusedBy).reduce((sum, count) => sum + count, 0);
      return {
        enabled: isEnabled,
        state: forced ?? measured,
        forced,
        measured,
        since: since.toISOString(),
        perMinute: { accepted, refused, sent },
        refusedBy,
        thresholds,
      };
    },

    async force({ forced }: ForceShield, actor: string): Promise<ShieldReport> {
      await deps.db.transaction(async (tx) => {
        await updateForcedState(tx, forced, now());
        if (forced) await recordEntry(tx, { actor, action: "shield.forced", details: { state: forced } });
        else await recordEntry(tx, { actor, action: "shield.released" });
      });
      await shared.exchange();
      return this.report();
    },

    /** Exchanges counts with the other instances immediately. */
    exchange: () => shared.exchange(),
  };
}

/** Upkeep: deletes expired tokens, refilled allowances and old counts. */
export async function deleteExpiredShieldData({
  db,
  now,
}: Pick<AppDependencies, "db" | "now">): Promise<void> {
  const time = now();
  await deletePast(db, { now: time, countsBefore: new Date(time.getTime() - 2 * slotRetentionMs) });
}

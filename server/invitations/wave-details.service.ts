import { type Place, placeOf } from "#contract/place.schema.ts";
import type { Wave, WaveDetail } from "#contract/waves.schema.ts";
import { waveLimits, waveMessages } from "#contract/waves.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { notFound } from "#server/lib/http/errors.ts";
import {
  countRedeemedByDay,
  countStates,
  findWave,
  findWaves,
  hasLeft,
  type StoredWave,
} from "./waves.queries.ts";

type Deps = Pick<AppDependencies, "db" | "now">;

/** A page of waves, newest first. */
export async function listWaves(deps: Deps, before: Place | null) {
  const found = await findWaves(deps.db, before, waveLimits.pageSize + 1);
  const page = found.slice(0, waveLimits.pageSize);
  const last = page.at(-1);
  return {
    items: await present(deps, page),
    next: found.length > page.length && last ? placeOf(last) : null,
  };
}

/** @throws ApiError 404 */
export async function getWaveDetail(deps: Deps, id: string): Promise<WaveDetail> {
  const wave = await getWave(deps, id);
  return {
    ...wave,
    hasLeft: await hasLeft(deps.db, id),
    redeemedByDay: await countRedeemedByDay(deps.db, id),
  };
}

/** @throws ApiError 404 */
export async function getWave(deps: Deps, id: string): Promise<Wave> {
  const wave = await findWave(deps.db, id);
  const [presented] = wave ? await present(deps, [wave]) : [];
  if (!presented) throw notFound(waveMessages.notFound);
  return presented;
}

const noCounts = { toSend: 0, sent: 0, redeemed: 0, expired: 0, revoked: 0, bounced: 0 };
const iso = (time: Date | null) => time?.toISOString() ?? null;

async function present({ db, now }: Deps, stored: StoredWave[]): Promise<Wave[]> {
  const ids = stored.map(({ id }) => id);
  const countsByWave = new Map(
    (await countStates(db, ids, now())).map(({ waveId, ...counts }) => [waveId, counts]),
  );
  return stored.map(({ templateVersion: _template, segmentVersion: _segment, ...wave }) => ({
    ...wave,
    startsAt: iso(wave.startsAt),
    startedAt: iso(wave.startedAt),
    endedAt: iso(wave.endedAt),
    createdAt: wave.createdAt.toISOString(),
    counts: countsByWave.get(wave.id) ?? noCounts,
  }));
}

import { randomBytes } from "node:crypto";
import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { isHttps } from "#server/lib/config.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import { lift } from "#server/privacy/suppressions.service.ts";
import { isUnsubscribed } from "#server/privacy/unsubscribe.service.ts";
import { checkRow } from "./check-row.ts";

type Deps = Pick<AppDependencies, "db" | "config"> & { addresses: Addresses; fetch: typeof fetch };

const hashBytes = 16;
const certificateTrouble = /CERT|SIGNED|ALTNAME|UNABLE_TO/;

/**
 * Unsubscribes by a link like those in messages, over the public address, as a mail provider does (RFC 8058): a GET must change
 * nothing, a POST must work. The link belongs to an address that does not exist.
 */
export async function checkOneClick(deps: Deps, signal: AbortSignal): Promise<DomainCheckRow> {
  const { db, config, addresses } = deps;
  if (!isHttps(config.baseUrl)) {
    return failed(
      `L’adresse publique est ${config.baseUrl}.`,
      "Donnez au site une adresse en https (variable BASE_URL).",
    );
  }
  const emailHash = randomBytes(hashBytes).toString("base64url");
  const url = `${config.baseUrl}/desinscription/${await addresses.unsubscribeToken(emailHash)}`;
  try {
    return await tryLink(deps, { url, emailHash, signal });
  } finally {
    await lift(db, { emailHash, reasons: ["unsubscribed"] });
  }
}

async function tryLink(
  { db, fetch }: Deps,
  { url, emailHash, signal }: { url: string; emailHash: string; signal: AbortSignal },
): Promise<DomainCheckRow> {
  try {
    const seen = await fetch(url, { redirect: "manual", signal });
    await seen.body?.cancel();
    if (seen.status !== 200) return failed(`La page de désinscription répond ${seen.status}.`, behindProxy);
    if (await isUnsubscribed({ db }, emailHash)) {
      return failed(
        "Ouvrir le lien suffit à désinscrire : les antivirus ouvrent tous les liens.",
        behindProxy,
      );
    }
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    const posted = await fetch(url, { method: "POST", body, redirect: "manual", signal });
    await posted.body?.cancel();
    if (posted.status !== 200 || !(await isUnsubscribed({ db }, emailHash))) {
      return failed(
        `La désinscription en un clic répond ${posted.status} et ne désinscrit pas.`,
        behindProxy,
      );
    }
    return checkRow("one_click", "ok", "Le lien désinscrit en un clic, et l’ouvrir ne change rien.");
  } catch (error) {
    return unreached(error);
  }
}

const behindProxy =
  "Vérifiez que l’adresse publique (BASE_URL) mène bien à cette installation, sans redirection ni page d’un pare-feu.";

const failed = (found: string, text: string) => checkRow("one_click", "error", found, { text, record: null });

function unreached(error: unknown): DomainCheckRow {
  const { code = "" } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  if (certificateTrouble.test(code)) {
    return failed(
      `Le certificat du site n’est pas valable (${code}).`,
      "Renouvelez le certificat de l’adresse publique.",
    );
  }
  return checkRow("one_click", "unknown", "Le serveur n’a pas pu joindre sa propre adresse publique.");
}

import { createHash } from "node:crypto";
import { consentTexts } from "#contract/consent-texts.ts";
import type { Db } from "#server/lib/database/database.ts";
import { noteConsentTexts } from "./consents.queries.ts";

const text = JSON.stringify(consentTexts);
/** Letters, digits and hyphens: it travels in the form token. */
const version = createHash("sha256").update(text).digest("hex").slice(0, 12);

export type ConsentTexts = {
  /** The version of the texts that forms show from now on; it stands in the database before the first form has it. */
  version(): Promise<string>;
};

export function createConsentTexts(db: Db): ConsentTexts {
  let noting: Promise<void> | null = null;
  return {
    async version() {
      noting ??= noteConsentTexts(db, { version, text }).catch((error: unknown) => {
        noting = null; // the next form tries again
        throw error;
      });
      await noting;
      return version;
    },
  };
}

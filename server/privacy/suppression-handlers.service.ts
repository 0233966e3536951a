import type { SignupHandlers } from "#server/signups/signup-events.ts";
import { insertErased } from "./suppressions.queries.ts";

/** Of who asked for it the keyed hash stays; whose time ran out is simply unknown. */
export const suppressionHandlers: SignupHandlers = {
  async erased(tx, { emailHashes, asked, source }) {
    if (asked) await insertErased(tx, { emailHashes, source });
  },
};

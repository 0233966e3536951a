import type { AppDependencies } from "./app-dependencies.ts";
import { invitationHandlers } from "./invitations/invitations.service.ts";
import { journalHandlers } from "./journal/journal.service.ts";
import { bounceHandlers } from "./mail/bounces/events.service.ts";
import { createSignupMessages } from "./mail/sending/signup-messages.service.ts";
import { consentHandlers } from "./privacy/consents.service.ts";
import { erasureLogHandlers } from "./privacy/erasure/erasure-log.service.ts";
import { myDataHandlers } from "./privacy/my-data-links.service.ts";
import { suppressionHandlers } from "./privacy/suppressions.service.ts";
import { milestoneHandlers } from "./referrals/milestones.service.ts";
import { createReferralHandlers } from "./referrals/referrals.service.ts";
import { importHandlers } from "./signups/imports/lines.service.ts";
import { createSignupEvents, type SignupEvents } from "./signups/signup-events.ts";
import { webhookHandlers } from "./webhooks/webhook-events.service.ts";

/** The event bus with every feature's handlers, in their order. The application and a restore share this list. */
export function createEvents({ config }: Pick<AppDependencies, "config">): SignupEvents {
  return createSignupEvents([
    consentHandlers,
    createReferralHandlers({ config }), // codes first, then messages: none is written to who is deleted meanwhile
    milestoneHandlers,
    createSignupMessages({ config }),
    invitationHandlers, // messages first, then invitations: the order in which a worker locks them
    suppressionHandlers,
    erasureLogHandlers,
    bounceHandlers,
    journalHandlers,
    myDataHandlers,
    importHandlers,
    webhookHandlers,
  ]);
}

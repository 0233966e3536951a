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

/** The event bus with every feature's handlers, in order. The application and a restore share this list. */
export function createEvents({ config }: Pick<AppDependencies, "config">): SignupEvents {
  return createSignupEvents([
    consentHandlers,
    createReferralHandlers({ config }), // locks codes before messages, so that a deleted person gets no message
    milestoneHandlers,
    createSignupMessages({ config }),
    invitationHandlers, // locks messages first, then invitations, in the order of the workers
    suppressionHandlers,
    erasureLogHandlers,
    bounceHandlers,
    journalHandlers,
    myDataHandlers,
    importHandlers,
    webhookHandlers,
  ]);
}

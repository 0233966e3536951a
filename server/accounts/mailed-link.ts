import type { AppDependencies } from "#server/app-dependencies.ts";

/** A link that a message is about; it is made when the message leaves. */
export type MailedLink = { accountId: string; purpose: "invitation" | "lost_password" };

/**
 * Sends an administrator a one-time link of its own by e-mail. False: no message left by now, a link has to be handed over
 * by other means.
 */
export type SendAccountLink = (message: MailedLink & { email: string }) => Promise<boolean>;

/** What inviting somebody takes; mailing gives it, where the application is composed. */
export type InvitationDependencies = AppDependencies & { sendAccountLink: SendAccountLink };

import type { InlineAttachment } from "#server/features/email/transports/transport.ts";

/** HTML for mail clients (styles inlined, pictures by cid), its plain-text part, and the pictures. Variables still stand in both texts. */
export type PreparedContent = { html: string; text: string; attachments: InlineAttachment[] };

import type { DkimSigner } from "./delivery-settings.ts";

/** nodemailer's own list leaves List-Unsubscribe-Post out, which Gmail asks to be signed (RFC 8058 § 4). */
const signedFields = [
  "from",
  "reply-to",
  "subject",
  "date",
  "message-id",
  "to",
  "mime-version",
  "content-type",
  "content-transfer-encoding",
  "list-unsubscribe",
  "list-unsubscribe-post",
  "list-id",
  "feedback-id",
].join(":");

/** The options by which nodemailer signs every message; none without a key. */
export function signedWith(dkim: DkimSigner | null) {
  return dkim === null ? {} : { dkim: { ...dkim, headerFieldNames: signedFields } };
}

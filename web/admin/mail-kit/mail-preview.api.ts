import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CampaignKind } from "#contract/email.ts";
import { api, unwrap } from "#web/lib/api.ts";

export type PreviewInput = {
  subject: string;
  content: string;
  recipientEmail?: string;
  /** Given: the address may be of somebody who is not signed up. */
  recipientName?: string;
  /** Which footer it is shown with: that of a message of service unless it is news. */
  purpose?: CampaignKind;
};

/** The text as it stands in an editor, filled in and made into a mail by the server. */
export function emailPreviewQuery(json: PreviewInput) {
  return queryOptions({
    queryKey: ["email", "preview", json],
    queryFn: () => unwrap(api.api.admin.email.preview.$post({ json })),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
}

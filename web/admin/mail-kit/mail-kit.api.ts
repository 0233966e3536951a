import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { DraftPurpose } from "#contract/email.ts";
import { api, unwrap } from "#web/lib/api.ts";

/** The mail settings. Every screen that writes mail reads them, to say when mail is only simulated. */
export const emailSettingsQuery = queryOptions({
  queryKey: ["email", "settings"],
  queryFn: () => unwrap(api.api.admin.email.settings.$get()),
});

/** The predefined and the added templates, by name. */
export const emailTemplatesQuery = queryOptions({
  queryKey: ["email", "templates"],
  queryFn: () => unwrap(api.api.admin.email.templates.$get()),
});

/** Sign-ups whose name or address contains the text; disabled without one. */
export function peopleQuery(search: string) {
  return queryOptions({
    queryKey: ["people", search],
    queryFn: () => unwrap(api.api.admin.people.$get({ query: { search } })),
    enabled: search !== "",
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
}

export type PreviewInput = {
  subject: string;
  content: string;
  recipientEmail?: string;
  /** When it is set, the address does not have to belong to a sign-up. */
  recipientName?: string;
  /** Chooses the footer of the preview: that of news for "news", else that of a service message. */
  purpose?: DraftPurpose;
};

/** The editor's current text, rendered as a mail by the server. */
export function emailPreviewQuery(json: PreviewInput) {
  return queryOptions({
    queryKey: ["email", "preview", json],
    queryFn: () => unwrap(api.api.admin.email.preview.$post({ json })),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
}

/** The last check of the sender's domain. */
export const domainCheckQuery = queryOptions({
  queryKey: ["email", "domain-check"],
  queryFn: () => unwrap(api.api.admin.email["domain-check"].$get()),
});

/** The key prefix of all cached log entries. */
export const mailLogKey = ["email", "log"] as const;

/** Refreshes the log. To be called after every send. */
export function useInvalidateMailLog() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: mailLogKey });
}

const hold = api.api.admin.email.hold;

/** Says whether mail is held after a restore. Polled only during a hold, because a restore needs a restart. */
export const holdQuery = queryOptions({
  queryKey: ["email", "hold"],
  queryFn: () => unwrap(hold.$get()),
  refetchInterval: ({ state }) => (state.data?.hold ? 30_000 : false),
});

/** @param onEnded tells the outcome; the banner that ended the hold leaves with the first new answer */
export function useEndHold(onEnded: (waiting: "send" | "cancel") => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (waiting: "send" | "cancel") => unwrap(hold.end.$post({ json: { waiting } })),
    onSuccess: (_ended, waiting) => onEnded(waiting),
    onSettled: () =>
      Promise.all([["email"], ["campaigns"]].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}

/** A message of the log with its text. The server records in the journal that it was read. */
export function messageQuery(id: string) {
  return queryOptions({
    queryKey: ["email", "log-entry", id],
    queryFn: () => unwrap(api.api.admin.email.log[":id"].$get({ param: { id } })),
  });
}

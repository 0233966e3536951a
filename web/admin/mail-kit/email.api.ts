import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type {
  EmailTemplate,
  SingleEmail,
  UpdateEmailSettings,
  UpdateEmailTemplate,
} from "#contract/email.schema.ts";
import type { LogFilter } from "#web/admin/screens/mailing/log-filter.ts";
import { isStale } from "#web/admin/ui/versions/use-versioned-form.ts";
import { api, unwrap } from "#web/lib/api.ts";

const email = api.api.admin.email;
const settingsKey = ["email", "settings"] as const;
const templatesKey = ["email", "templates"] as const;
const logKey = ["email", "log"] as const;

export const emailSettingsQuery = queryOptions({
  queryKey: settingsKey,
  queryFn: () => unwrap(email.settings.$get()),
});

export const emailTemplatesQuery = queryOptions({
  queryKey: templatesKey,
  queryFn: () => unwrap(email.templates.$get()),
});

/** The log, newest first, a page after the other. */
export function emailLogQuery({ search, status }: LogFilter) {
  return infiniteQueryOptions({
    queryKey: [...logKey, { search, status }],
    queryFn: ({ pageParam }) =>
      unwrap(email.log.$get({ query: { search, status, ...(pageParam && { before: pageParam }) } })),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function emailLogEntryQuery(id: string) {
  return queryOptions({
    queryKey: ["email", "log-entry", id],
    queryFn: () => unwrap(email.log[":id"].$get({ param: { id } })),
  });
}

/** How many messages wait, and for what. Forgotten with the log whenever something is sent. */
export const waitingMailQuery = queryOptions({
  queryKey: [...logKey, "waiting"],
  queryFn: () => unwrap(email.waiting.$get()),
  staleTime: 0,
  refetchInterval: 30_000,
});

export type PreviewInput = { subject: string; content: string; recipientEmail?: string };

/** The text as it stands in an editor, filled in and made into a mail by the server. */
export function emailPreviewQuery(json: PreviewInput) {
  return queryOptions({
    queryKey: ["email", "preview", json],
    queryFn: () => unwrap(email.preview.$post({ json })),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
}

export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: UpdateEmailSettings) => unwrap(email.settings.$put({ json })),
    onSuccess: (settings) => queryClient.setQueryData(settingsKey, settings),
    onError: (error) => isStale(error) && queryClient.invalidateQueries({ queryKey: settingsKey }),
  });
}

export function useTestConnection() {
  return useMutation({ mutationFn: () => unwrap(email.settings.test.$post()) });
}

export function useSendTestEmail() {
  const onSettled = useForgetLog();
  return useMutation({ mutationFn: () => unwrap(email.test.$post()), onSettled });
}

export function useSaveTemplate(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: UpdateEmailTemplate) => unwrap(email.templates[":id"].$put({ param: { id }, json })),
    onSuccess: (saved: EmailTemplate) => {
      queryClient.setQueryData(
        emailTemplatesQuery.queryKey,
        (list) => list && { items: list.items.map((template) => (template.id === id ? saved : template)) },
      );
    },
    onError: (error) => isStale(error) && queryClient.invalidateQueries({ queryKey: templatesKey }),
  });
}

export function useProcessPending() {
  const onSettled = useForgetLog();
  return useMutation({ mutationFn: () => unwrap(email.log.process.$post()), onSettled });
}

export function useResend() {
  const onSettled = useForgetLog();
  return useMutation({
    mutationFn: (ids: string[]) => unwrap(email.log.resend.$post({ json: { ids } })),
    onSettled,
  });
}

export function useSendSingle() {
  const onSettled = useForgetLog();
  return useMutation({
    mutationFn: (json: SingleEmail) => unwrap(email.single.$post({ json })),
    onSettled,
  });
}

/** Reads again whatever an e-mail screen shows. */
export function useRefreshEmails() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["email"] });
}

function useForgetLog() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: logKey });
}

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreateEmailTemplate, EmailTemplate, UpdateEmailTemplate } from "#contract/email.schema.ts";
import { emailTemplatesQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import { isStale } from "#web/admin/ui/versions/use-versioned-form.ts";
import { api, unwrap } from "#web/lib/api.ts";

const { templates } = api.api.admin.email;
const { queryKey } = emailTemplatesQuery;
const versionsKey = (id: string) => ["email", "template-versions", id] as const;

export function useSaveTemplate(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: UpdateEmailTemplate) => unwrap(templates[":id"].$put({ param: { id }, json })),
    onSuccess: (saved: EmailTemplate) => {
      queryClient.setQueryData(
        queryKey,
        (list) => list && { items: list.items.map((template) => (template.id === id ? saved : template)) },
      );
      return queryClient.invalidateQueries({ queryKey: versionsKey(id) });
    },
    onError: (error) => isStale(error) && queryClient.invalidateQueries({ queryKey }),
  });
}

/** Allows a template as a service message. Null withdraws the permission. */
export function useAllowService({ id, version }: EmailTemplate) {
  const queryClient = useQueryClient();
  const { service } = templates[":id"];
  return useMutation({
    mutationFn: (reason: string | null) =>
      unwrap(
        reason === null
          ? service.$delete({ param: { id }, query: { version } })
          : service.$put({ param: { id }, json: { reason, version } }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

export function useCreateTemplate() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: CreateEmailTemplate) => unwrap(templates.$post({ json })),
    onSuccess: (created: EmailTemplate) => {
      queryClient.setQueryData(queryKey, (list) => list && { items: byName([...list.items, created]) });
    },
  });
}

/** @param onDeleted is called even when the delete button was unmounted with the template */
export function useDeleteTemplate(id: string, onDeleted: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(templates[":id"].$delete({ param: { id } })),
    onSuccess: () => {
      queryClient.setQueryData(
        queryKey,
        (list) => list && { items: list.items.filter((template) => template.id !== id) },
      );
      onDeleted();
    },
  });
}

/** The last versions of a template, newest first. */
export function templateVersionsQuery(id: string) {
  return queryOptions({
    queryKey: versionsKey(id),
    queryFn: () => unwrap(templates[":id"].versions.$get({ param: { id } })),
    staleTime: 0,
  });
}

const byName = (items: EmailTemplate[]) =>
  items.sort((one, other) => one.name.localeCompare(other.name, "fr"));

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { EmailTemplate, UpdateEmailTemplate } from "#contract/email.schema.ts";
import { isStale } from "#web/admin/ui/versions/use-versioned-form.ts";
import { api, unwrap } from "#web/lib/api.ts";

const { templates } = api.api.admin.email;

export const emailTemplatesQuery = queryOptions({
  queryKey: ["email", "templates"],
  queryFn: () => unwrap(templates.$get()),
});

export function useSaveTemplate(id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = emailTemplatesQuery;
  return useMutation({
    mutationFn: (json: UpdateEmailTemplate) => unwrap(templates[":id"].$put({ param: { id }, json })),
    onSuccess: (saved: EmailTemplate) => {
      queryClient.setQueryData(
        queryKey,
        (list) => list && { items: list.items.map((template) => (template.id === id ? saved : template)) },
      );
    },
    onError: (error) => isStale(error) && queryClient.invalidateQueries({ queryKey }),
  });
}

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { domainCheckQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import { api, unwrap } from "#web/lib/api.ts";

const email = api.api.admin.email;

export const dkimKeysQuery = queryOptions({
  queryKey: ["email", "dkim"],
  queryFn: () => unwrap(email.dkim.$get()),
});

export function useCheckDomain() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(email["domain-check"].$post()),
    onSuccess: (check) => {
      queryClient.setQueryData(domainCheckQuery.queryKey, check);
      // The check may have found the DNS record of a waiting DKIM key, whose state then changes.
      return queryClient.invalidateQueries({ queryKey: dkimKeysQuery.queryKey });
    },
  });
}

export function useCreateKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(email.dkim.$post()),
    onSettled: () => queryClient.invalidateQueries({ queryKey: dkimKeysQuery.queryKey }),
  });
}

export function useRetireKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (selector: string) => unwrap(email.dkim[":selector"].$delete({ param: { selector } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: dkimKeysQuery.queryKey }),
  });
}

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { api, unwrap } from "#web/lib/api.ts";

const admins = api.api.admin.admins;

export const adminsQuery = queryOptions({
  queryKey: ["admins"],
  queryFn: () => unwrap(admins.$get()),
});

export function useAddAdmin() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (json: { email: string; isSuperAdmin: boolean }) => unwrap(admins.$post({ json })),
    onSettled,
  });
}

export function useDeleteAdmin() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (id: string) => unwrap(admins[":id"].$delete({ param: { id } })),
    onSettled,
  });
}

export function useRenewLink() {
  return useMutation({
    mutationFn: (id: string) => unwrap(admins[":id"].invitation.$post({ param: { id } })),
  });
}

/** Used after a failure too: another admin may have changed the list. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: adminsQuery.queryKey });
}

/** The administrator that a link leads to. An account’s id is no UUID, so use it only to find a row of the list. */
export const adminsAddress = z.object({ admin: z.string().nullable() });

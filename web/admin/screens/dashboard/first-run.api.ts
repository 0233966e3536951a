import { queryOptions, useMutation } from "@tanstack/react-query";
import { useReadAnew } from "#web/admin/ui/use-read-anew.ts";
import { api, unwrap } from "#web/lib/api.ts";

export const firstStepsQuery = queryOptions({
  queryKey: ["first-steps"],
  queryFn: () => unwrap(api.api.admin["first-steps"].$get()),
  staleTime: 0, // what was done on another screen a moment ago is done
});

export const samplesQuery = queryOptions({
  queryKey: ["samples"],
  queryFn: () => unwrap(api.api.admin.samples.$get()),
  staleTime: 0,
});

export function useAddSamples() {
  const onSettled = useReadAnew();
  return useMutation({ mutationFn: () => unwrap(api.api.admin.samples.$post()), onSettled });
}

export function useRemoveSamples() {
  const onSettled = useReadAnew();
  return useMutation({ mutationFn: () => unwrap(api.api.admin.samples.$delete()), onSettled });
}

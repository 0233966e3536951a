import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Audience } from "#contract/audience.ts";
import type { PersonalDataReport, RectifySignup } from "#contract/privacy.schema.ts";
import type { RequestKind } from "#contract/privacy.ts";
import { api, unwrap } from "#web/lib/api.ts";

const { privacy } = api.api.admin;
const registerKey = ["privacy", "requests"] as const;

/** Only the cache holds the last result, so that no URL contains an address. */
const reportKey = ["privacy", "report"] as const;
type Found = { email: string; report: PersonalDataReport };

export const registerQuery = queryOptions({
  queryKey: registerKey,
  queryFn: () => unwrap(privacy.requests.$get()),
  staleTime: 0,
});

/** The person who was looked up last, while the screen is open; null before the first search. */
export function useFoundPerson(): Found | null {
  const found = useQuery<Found | null>({
    queryKey: reportKey,
    queryFn: () => null,
    enabled: false,
    gcTime: 0,
    initialData: null,
  });
  return found.data;
}

export function useSearchPerson() {
  const queryClient = useQueryClient();
  const { mutate, ...search } = useMutation({
    mutationFn: (email: string) => unwrap(privacy.search.$post({ json: { email } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: registerKey }),
  });
  return {
    ...search,
    /** Shows the person. A callback of `mutate` runs for the newest search only, and not after the screen was left. */
    find: (email: string) =>
      mutate(email, {
        onSuccess: (report) => queryClient.setQueryData<Found>(reportKey, { email, report }),
      }),
  };
}

/** Changes the report of the person who was found under `email`, unless another person is shown by now. */
function useUpdateReport() {
  const queryClient = useQueryClient();
  return (email: string, found: Found | null) => {
    queryClient.setQueryData<Found | null>(reportKey, (now) => (now?.email === email ? found : now));
    void queryClient.invalidateQueries({ queryKey: registerKey });
  };
}

function useAction(act: (email: string) => Promise<PersonalDataReport>) {
  const update = useUpdateReport();
  return useMutation({
    mutationFn: act,
    onSuccess: (report, email) => update(email, { email, report }),
  });
}

export function useLimitPerson(limited: boolean) {
  return useAction((email) => unwrap(privacy.limit.$post({ json: { email, limited } })));
}

export function useObjectForPerson(objects: boolean) {
  return useAction((email) => unwrap(privacy.object.$post({ json: { email, objects } })));
}

/** @param email the address under which the sign-up was found */
export function useRectifyPerson(email: string, { audience, id }: { audience: Audience; id: string }) {
  const update = useUpdateReport();
  return useMutation({
    mutationFn: (values: RectifySignup) =>
      unwrap(privacy.rectify.$post({ json: { email, audience, id, values } })),
    onSuccess: (report, values) => update(email, { email: values.email, report }),
  });
}

export function useExportPerson() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => unwrap(privacy.export.$post({ json: { email } })),
    onSuccess: (report) => {
      saveFile("donnees-personnelles.json", JSON.stringify(report, null, 2));
      void queryClient.invalidateQueries({ queryKey: registerKey });
    },
  });
}

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** @param onErased receives the number of sign-ups; the dialog that started the erasure may be unmounted by then */
export function useErasePerson(onErased: (signups: number) => void) {
  const queryClient = useQueryClient();
  const update = useUpdateReport();
  return useMutation({
    mutationFn: (email: string) => unwrap(privacy.erase.$post({ json: { email } })),
    onSuccess: ({ signups }, email) => {
      onErased(signups);
      update(email, null);
      // Lists, dashboard and statistics counted the erased sign-ups.
      return queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== "current-admin" && queryKey !== reportKey,
      });
    },
  });
}

export function useOpenRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: { email: string; kind: RequestKind }) => unwrap(privacy.requests.$post({ json })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: registerKey }),
  });
}

export function useCloseRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, outcome }: { id: string; outcome: string }) =>
      unwrap(privacy.requests[":id"].$patch({ param: { id }, json: { outcome } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: registerKey }),
  });
}

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

function useReport(ask: (email: string) => Promise<PersonalDataReport>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ask,
    onSuccess: (report, email) => {
      queryClient.setQueryData<Found>(reportKey, { email, report });
      void queryClient.invalidateQueries({ queryKey: registerKey });
    },
  });
}

export function useSearchPerson() {
  return useReport((email) => unwrap(privacy.search.$post({ json: { email } })));
}

export function useLimitPerson(limited: boolean) {
  return useReport((email) => unwrap(privacy.limit.$post({ json: { email, limited } })));
}

export function useObjectForPerson(objects: boolean) {
  return useReport((email) => unwrap(privacy.object.$post({ json: { email, objects } })));
}

/** @param email the address under which the sign-up was found */
export function useRectifyPerson(email: string, { audience, id }: { audience: Audience; id: string }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (values: RectifySignup) =>
      unwrap(privacy.rectify.$post({ json: { email, audience, id, values } })),
    onSuccess: (report, values) => {
      queryClient.setQueryData<Found>(reportKey, { email: values.email, report });
      void queryClient.invalidateQueries({ queryKey: registerKey });
    },
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
  return useMutation({
    mutationFn: (email: string) => unwrap(privacy.erase.$post({ json: { email } })),
    onSuccess: ({ signups }) => {
      onErased(signups);
      queryClient.setQueryData(reportKey, null);
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

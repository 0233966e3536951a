import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Import, ImportSummary, RehearseImport } from "#contract/imports.schema.ts";
import { api, apiFetch, unwrap } from "#web/lib/api.ts";

const imports = api.api.admin.imports;
const key = ["imports"] as const;
/** The polling interval of the open import and of the list while an import is under way. */
const progressMs = 1_000;
const listMs = 5_000;

const isUnderWay = ({ status }: ImportSummary) => status === "running" || status === "undoing";

export const importsQuery = queryOptions({
  queryKey: key,
  queryFn: () => unwrap(imports.$get()),
  refetchInterval: ({ state: { data } }) => (data?.items.some(isUnderWay) ? listMs : false),
});

export function importQuery(id: string) {
  return queryOptions({
    queryKey: [...key, id],
    queryFn: () => unwrap(imports[":id"].$get({ param: { id } })),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? progressMs : false),
  });
}

/** Uses `apiFetch`, because the typed client cannot send a file as the request body. */
export function useUploadFile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: Blob): Promise<Import> => {
      const init = { method: "POST", headers: { "content-type": "text/csv" }, body: file };
      return unwrap(apiFetch("/api/admin/imports", init));
    },
    onSuccess: (sent) => {
      client.setQueryData([...key, sent.id], sent);
      return client.invalidateQueries({ queryKey: key, exact: true });
    },
  });
}

export function useRehearseImport(id: string) {
  return useMutation({
    mutationFn: (json: RehearseImport) => unwrap(imports[":id"].rehearse.$post({ param: { id }, json })),
  });
}

/** `settings`: those of the rehearsal that the administrator saw. */
type Step = { act: "start" | "pause" | "undo"; settings?: RehearseImport | undefined };
export type ImportStep = ReturnType<typeof useImportStep>;

/** Starts, pauses or undoes the import. */
export function useImportStep(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ act, settings }: Step) => {
      const call = imports[":id"];
      return unwrap(
        act === "start"
          ? call.start.$post({ param: { id }, json: { settings } })
          : act === "pause"
            ? call.pause.$post({ param: { id } })
            : call.undo.$post({ param: { id } }),
      );
    },
    onSuccess: (changed) => client.setQueryData([...key, id], changed),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

export function useDiscardImport(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(imports[":id"].$delete({ param: { id } })),
    onSuccess: () => client.invalidateQueries({ queryKey: key, exact: true }),
  });
}

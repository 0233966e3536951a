import type { ListParams } from "#web/admin/features/signups/list-params.ts";

export const statusChoices = [
  { value: "all", label: "Tous" },
  { value: "pending", label: "En attente" },
  { value: "approved", label: "Approuvés" },
  { value: "rejected", label: "Rejetés" },
] as const satisfies { value: ListParams["status"]; label: string }[];

import { Text } from "@mantine/core";
import { useState } from "react";
import type { ApiToken } from "#contract/api-tokens.schema.ts";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { Pill, RowButton } from "#web/admin/ui/row-parts.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { scopeTexts, stateTexts } from "./token-texts.ts";
import { useRevokeToken } from "./tokens.api.ts";
import classes from "./tokens.module.css";

export function TokenList({ tokens, onRevoked }: { tokens: ApiToken[]; onRevoked: (id: string) => void }) {
  const revoke = useRevokeToken();
  const [asked, setAsked] = useState<ApiToken | null>(null);
  const close = () => {
    setAsked(null);
    revoke.reset();
  };
  return (
    <>
      <DataTable
        folds
        caption="Jetons, le plus récent en premier"
        head={
          <>
            <ColumnHeader>Nom</ColumnHeader>
            <ColumnHeader>Droits</ColumnHeader>
            <ColumnHeader>Expire</ColumnHeader>
            <ColumnHeader>Dernier appel</ColumnHeader>
            <ColumnHeader hidden>Actions</ColumnHeader>
          </>
        }
      >
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setAsked(token)} />
        ))}
      </DataTable>
      <ConfirmDialog
        title="Révoquer ce jeton ?"
        about={asked?.name ?? null}
        open={asked !== null}
        onClose={close}
        confirm="Révoquer"
        danger
        pending={revoke.isPending}
        onConfirm={() =>
          asked &&
          revoke.mutate(asked.id, {
            onSuccess: () => {
              close();
              onRevoked(asked.id);
            },
          })
        }
      >
        <Text mb="sm">
          L’application qui s’en sert est refusée dès son prochain appel. Un jeton révoqué ne revient pas.
        </Text>
        {!isConfirmationDeclined(revoke.error) && <ErrorAlert error={revoke.error} />}
      </ConfirmDialog>
    </>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const state = stateTexts[token.state];
  return (
    <tr>
      <RowHeader className={classes.name ?? ""}>
        {token.name} {state && <Pill tone={token.state === "expired" ? "gray" : "yellow"}>{state}</Pill>}
        <Text size="sm" c="dimmed" component="div" fw={400}>
          Créé par {token.createdBy}
          {token.state === "suspended" && ", qui n’est plus super administrateur"}
        </Text>
      </RowHeader>
      <td data-beside data-label="Droits">
        {token.scopes.map((scope) => scopeTexts[scope].label).join(", ")}
      </td>
      <td data-beside data-label="Expire">
        {formatDateTime(token.expiresAt)}
      </td>
      <td data-beside data-label="Dernier appel">
        {token.lastUsedAt === null ? "Jamais" : formatDateTime(token.lastUsedAt)}
      </td>
      <td className={classes.action ?? ""}>
        <RowButton aria-label={`Révoquer ${token.name}`} onClick={onRevoke}>
          Révoquer
        </RowButton>
      </td>
    </tr>
  );
}

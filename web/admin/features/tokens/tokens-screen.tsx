import { Anchor, Card, Stack, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconKey } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { tokenLimits } from "#contract/api-tokens.ts";
import { EmptyState, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { type PrefetchScreen, useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { type CreatedToken, CreatedTokenAlert, TokenForm } from "./token-form.tsx";
import { TokenList } from "./token-list.tsx";
import { tokensQuery } from "./tokens.api.ts";

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => prefetchQuery(tokensQuery);

export default function TokensScreen() {
  const list = useEagerQuery(tokensQuery);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const confirmRevocation = (id: string) => {
    notifications.show({ color: "green", message: "Jeton révoqué" });
    setCreated((shown) => (shown?.id === id ? null : shown));
    // The row disappears with its button, so the heading takes the focus.
    heading.current?.focus();
  };
  return (
    <>
      <ScreenHeader title="Jetons">
        Avec un jeton, une application lit les inscriptions ou vérifie les codes d’invitation (
        {tokenLimits.callsPerMinute} appels par minute).{" "}
        <Anchor href="/api/docs" target="_blank" rel="noopener" inherit underline="always">
          Voir les appels
          <span className="visually-hidden">&nbsp;(nouvel onglet)</span>
        </Anchor>
      </ScreenHeader>
      <Stack gap="lg">
        <TokenForm onCreated={setCreated} />
        {created && <CreatedTokenAlert key={created.id} created={created} onClose={() => setCreated(null)} />}
        <Card withBorder component="section" aria-labelledby="tokens-title">
          <Title order={2} id="tokens-title" ref={heading} tabIndex={-1} mb="md">
            Jetons existants{list.data && ` (${list.data.items.length})`}
          </Title>
          {list.isPending && <LoadingText>Chargement des jetons…</LoadingText>}
          {list.isError && (
            <ErrorAlert
              error={list.error}
              fallback="Les jetons n’ont pas pu être chargés."
              onRetry={() => void list.refetch()}
            />
          )}
          {list.data?.items.length === 0 && (
            <EmptyState icon={IconKey} title="Aucun jeton">
              Aucune application n’a accès aux inscriptions.
            </EmptyState>
          )}
          {list.data && list.data.items.length > 0 && (
            <TokenList tokens={list.data.items} onRevoked={confirmRevocation} />
          )}
        </Card>
      </Stack>
    </>
  );
}

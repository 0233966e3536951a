import { Card, Checkbox, Group, Stack, TextInput, Title } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { type TokenScope, tokenLimits, tokenMessages, tokenScopes } from "#contract/api-tokens.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusRefusedField } from "#web/admin/ui/focus.ts";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { RequiredNote } from "#web/admin/ui/required-note.tsx";
import { ShownOnce } from "#web/admin/ui/shown-once.tsx";
import { ApiFailure } from "#web/lib/api.ts";
import { endOfDay, lastDays, scopeTexts } from "./token-texts.ts";
import { useCreateToken } from "./tokens.api.ts";

export type CreatedToken = { id: string; name: string; token: string };
type Problems = Partial<Record<"name" | "scopes" | "expiresAt", string>>;

export function TokenForm({ onCreated }: { onCreated: (created: CreatedToken) => void }) {
  const create = useCreateToken();
  const days = lastDays(new Date());
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<TokenScope[]>([]);
  const [day, setDay] = useState(days.usual);
  const [found, setFound] = useState<Problems>({});
  const problems: Problems = { ...(create.error instanceof ApiFailure && create.error.fields), ...found };
  const isDeclined = isConfirmationDeclined(create.error);

  const edit = () => {
    setFound({});
    if (create.isError) create.reset(); // while the request runs, it would take the answer away
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const end = endOfDay(day);
    const missing: Problems = {
      ...(name.trim() === "" && { name: tokenMessages.name }),
      ...(scopes.length === 0 && { scopes: tokenMessages.scopes }),
      ...((end === null || day < days.first || day > days.last) && { expiresAt: tokenMessages.expiry }),
    };
    setFound(missing);
    if (end === null || Object.keys(missing).length > 0) return focusRefusedField(form);
    create.mutate(
      { name: name.trim(), scopes, expiresAt: end.toISOString() },
      {
        onSuccess: ({ id, token }) => {
          onCreated({ id, name: name.trim(), token });
          setName("");
          setScopes([]);
          setDay(days.usual);
          create.reset();
        },
        onError: () => focusRefusedField(form),
      },
    );
  };

  return (
    <Card withBorder component="section" aria-labelledby="new-token-title">
      <form onSubmit={submit} noValidate>
        <Stack>
          <Title order={2} id="new-token-title">
            Nouveau jeton
          </Title>
          {!isDeclined && <ErrorAlert error={create.error} onClose={create.reset} />}
          <RequiredNote />
          <TextInput
            label="Nom"
            description="L’application qui s’en servira"
            required
            autoComplete="off"
            maw={420}
            maxLength={tokenLimits.nameMax}
            value={name}
            error={problems.name}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
              edit();
            }}
          />
          <Checkbox.Group
            label="Droits"
            description="Un au moins, et le moins possible : un autre usage mérite un autre jeton"
            value={scopes}
            error={problems.scopes}
            onChange={(chosen) => {
              setScopes(tokenScopes.filter((scope) => chosen.includes(scope)));
              edit();
            }}
          >
            <Stack gap="xs" mt="xs">
              {tokenScopes.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  {...scopeTexts[scope]}
                  aria-invalid={problems.scopes !== undefined || undefined}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <TextInput
            label="Dernier jour"
            description="Un an au plus"
            type="date"
            required
            maw={220}
            min={days.first}
            max={days.last}
            value={day}
            error={problems.expiresAt}
            onChange={({ currentTarget }) => {
              setDay(currentTarget.value);
              edit();
            }}
          />
          <Group>
            <SavingButton type="submit" loading={create.isPending}>
              Créer le jeton
            </SavingButton>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

/** Shows the token only once, because the server keeps only its hash. */
export function CreatedTokenAlert({ created, onClose }: { created: CreatedToken; onClose: () => void }) {
  return (
    <ShownOnce
      title={`Jeton «\u00a0${created.name}\u00a0»`}
      icon={<IconKey aria-hidden />}
      noun="jeton"
      value={created.token}
      onClose={onClose}
    >
      Copiez-le maintenant : il n’est montré que cette fois. Gardez-le où l’application garde ses secrets.
    </ShownOnce>
  );
}

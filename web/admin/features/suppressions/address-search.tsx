import { Button, Group, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { invalidEmailMessage } from "#contract/email-address.schema.ts";
import { isEmailAddress } from "#contract/email-address.ts";
import { focusRefusedField } from "#web/admin/ui/focus.ts";

type Props = { email: string; onSearch: (email: string) => void };

/** A whole address, because its hash is all that the list knows. */
export function AddressSearch({ email, onSearch }: Props) {
  const [text, setText] = useState(email);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = text.trim();
    if (typed !== "" && !isEmailAddress(typed)) {
      setProblem(invalidEmailMessage);
      return focusRefusedField(event.currentTarget);
    }
    setProblem(null);
    onSearch(typed);
  };
  return (
    <search>
      <form onSubmit={submit} noValidate>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Chercher une adresse entière"
            type="email"
            autoComplete="off"
            w={{ base: "100%", sm: 320 }}
            value={text}
            error={problem}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setProblem(null);
            }}
          />
          <Button type="submit" variant="default">
            Chercher
          </Button>
          {email !== "" && (
            <Button
              variant="subtle"
              onClick={() => {
                setText("");
                onSearch("");
              }}
            >
              Tout afficher
            </Button>
          )}
        </Group>
      </form>
    </search>
  );
}

import { Button, Card, Group, NativeSelect, Stack, TextInput, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type FormEvent, type RefObject, useState } from "react";
import { isEmailAddress } from "#contract/email-address.ts";
import { suppressionReasonLabels } from "#contract/privacy.ts";
import { answerMessages } from "#contract/questions/answer-messages.ts";
import { addableReasons } from "#contract/suppressions.schema.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusRefusedField } from "#web/admin/ui/focus.ts";
import { RequiredNote } from "#web/admin/ui/required-note.tsx";
import { ApiFailure } from "#web/lib/api.ts";
import { type AddableReason, useAddSuppression } from "./suppressions.api.ts";

const reasons = addableReasons.map((value) => ({ value, label: suppressionReasonLabels[value] }));

export function AddSuppressionForm() {
  const add = useAddSuppression();
  const [email, setEmail] = useState("");
  const [reason, setReason] = useState<AddableReason>("manual");
  const [problem, setProblem] = useState<string | null>(null);
  const serverProblem = add.error instanceof ApiFailure ? add.error.fields.email : undefined;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = email.trim();
    const form = event.currentTarget;
    if (!isEmailAddress(address)) {
      setProblem(answerMessages.emailInvalid);
      return focusRefusedField(form);
    }
    add.mutate(
      { email: address, reason },
      {
        onSuccess: () => {
          notifications.show({ color: "green", message: "Adresse bloquée" });
          setEmail("");
        },
        onError: () => focusRefusedField(form),
      },
    );
  };

  return (
    <Card withBorder component="section" aria-labelledby="add-suppression-title">
      <form onSubmit={submit} noValidate>
        <Stack>
          <Title order={2} id="add-suppression-title">
            Bloquer une adresse
          </Title>
          {!serverProblem && <ErrorAlert error={add.error} onClose={add.reset} />}
          <RequiredNote />
          <Group align="flex-start" gap="sm">
            <TextInput
              label="E-mail"
              type="email"
              required
              autoComplete="off"
              w={{ base: "100%", sm: 320 }}
              value={email}
              error={problem ?? serverProblem}
              onChange={(event) => {
                setEmail(event.currentTarget.value);
                setProblem(null);
                add.reset();
              }}
            />
            <NativeSelect
              label="Motif"
              w={{ base: "100%", sm: 240 }}
              data={reasons}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value as AddableReason)}
            />
          </Group>
          <Group>
            <SavingButton type="submit" disabled={email.trim() === ""} loading={add.isPending}>
              Bloquer
            </SavingButton>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

type Props = {
  email: string;
  onSearch: (email: string) => void;
  /** Shows all addresses, and focuses the field, because the button disappears. */
  onShowAll: () => void;
  field: RefObject<HTMLInputElement | null>;
};

/** Filters by a whole address, because the list holds hashes only. */
export function AddressSearch({ email, onSearch, onShowAll, field }: Props) {
  const [searched, setSearched] = useState(email);
  const [text, setText] = useState(email);
  const [problem, setProblem] = useState<string | null>(null);
  if (searched !== email) {
    setSearched(email);
    setText(email);
    setProblem(null);
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = text.trim();
    if (typed !== "" && !isEmailAddress(typed)) {
      setProblem(answerMessages.emailInvalid);
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
            ref={field}
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
            <Button variant="subtle" onClick={onShowAll}>
              Tout afficher
            </Button>
          )}
        </Group>
      </form>
    </search>
  );
}

import { Button, Group, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { ApiFailure } from "#web/lib/api.ts";
import { type SecondFactor, useVerifyCode } from "./sign-in.api.ts";
import classes from "./sign-in.module.css";

type Props = { onEntered: () => void; onBack: (reason: Error | null) => void };

const factors = {
  app: {
    label: "Code de vérification",
    hint: "Les six chiffres de votre application d’authentification.",
    other: "Utiliser un code de récupération",
    inputMode: "numeric",
  },
  recovery: {
    label: "Code de récupération",
    hint: "L’un des codes gardés à l’activation ; il ne sert qu’une fois.",
    other: "Utiliser l’application d’authentification",
    inputMode: "text",
  },
} as const;

/** The second step of a sign-in with two factors. */
export function CodeForm({ onEntered, onBack }: Props) {
  const [factor, setFactor] = useState<SecondFactor>("app");
  const [code, setCode] = useState("");
  const verify = useVerifyCode();
  const texts = factors[factor];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate(
      { code: code.trim(), factor },
      {
        onSuccess: onEntered,
        onError: (error) => {
          if (error instanceof ApiFailure && error.status === 409) onBack(error);
        },
      },
    );
  };
  const switchFactor = () => {
    setFactor(factor === "app" ? "recovery" : "app");
    setCode("");
    verify.reset();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Text>{texts.hint}</Text>
      <ErrorAlert error={verify.error} />
      <TextInput
        key={factor}
        label={texts.label}
        autoComplete="one-time-code"
        inputMode={texts.inputMode}
        autoFocus
        required
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <SavingButton type="submit" size="md" loading={verify.isPending} disabled={code.trim() === ""}>
        Vérifier
      </SavingButton>
      <Group justify="space-between">
        <Button variant="subtle" size="compact-sm" onClick={() => onBack(null)}>
          Retour
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={switchFactor}>
          {texts.other}
        </Button>
      </Group>
    </form>
  );
}

import { Button, Group, Input, Text } from "@mantine/core";
import { IconLock, IconLockOff } from "@tabler/icons-react";
import { PasswordField } from "#web/admin/ui/password-field.tsx";
import type { SecretChange, SettingsFormHandle } from "./settings-values.ts";

type Props = {
  form: SettingsFormHandle;
  name: "smtpPassword" | "sendgridKey" | "imapPassword";
  label: string;
  /** True when the server has stored this secret, which it never sends to the browser. */
  stored: boolean;
  readOnly: boolean;
  /** The reason why the next save will delete the stored secret. */
  loss?: string;
};

const storedText = "Enregistré, chiffré, jamais affiché.";

/** A secret that can be entered, replaced or removed, but not read. */
export function SecretField({ form, name, label, stored, readOnly, loss }: Props) {
  const value = form.values[name];
  const error = form.errors[name];
  const change = (next: SecretChange) => {
    form.setFieldValue(name, next);
    form.clearFieldError(name);
  };
  const keep = () => change({ mode: stored ? "keep" : "replace", text: "" });
  if (readOnly) return <SecretState label={label} stored={stored} />;
  if (value.mode === "replace") {
    return (
      <Group align="flex-end" gap="xs">
        <PasswordField
          flex={1}
          miw={200}
          label={label}
          autoComplete="new-password"
          data-path={name}
          value={value.text}
          error={error}
          visibilityToggleButtonProps={{ "aria-label": `Afficher ou masquer : ${label}` }}
          onChange={({ currentTarget }) => change({ mode: "replace", text: currentTarget.value })}
        />
        {stored && (
          <Button variant="default" onClick={keep}>
            Garder l’ancien
          </Button>
        )}
      </Group>
    );
  }
  const removing = value.mode === "remove";
  const StateIcon = removing ? IconLockOff : IconLock;
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <Group gap="xs" wrap="nowrap" data-path={name} tabIndex={-1}>
        <StateIcon size={18} stroke={1.6} aria-hidden />
        <Text size="sm" flex={1} miw={0} aria-live="polite">
          {removing ? "Sera retiré à l’enregistrement." : (loss ?? storedText)}
        </Text>
        {removing ? (
          <Button variant="default" size="xs" flex="none" onClick={keep} aria-label={`Garder : ${label}`}>
            Garder
          </Button>
        ) : (
          <>
            <Button
              variant="default"
              size="xs"
              flex="none"
              aria-label={`Remplacer : ${label}`}
              onClick={() => change({ mode: "replace", text: "" })}
            >
              Remplacer
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="xs"
              flex="none"
              aria-label={`Retirer : ${label}`}
              onClick={() => change({ mode: "remove", text: "" })}
            >
              Retirer
            </Button>
          </>
        )}
      </Group>
    </Input.Wrapper>
  );
}

function SecretState({ label, stored }: Pick<Props, "label" | "stored">) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Text size="sm">{stored ? storedText : "Aucun."}</Text>
    </Input.Wrapper>
  );
}

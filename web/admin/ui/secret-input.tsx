import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** A password field that a keyboard can make visible. */
export function SecretInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      required
      maw={420}
      visibilityToggleButtonProps={{ "aria-label": "Afficher ou masquer le mot de passe", tabIndex: 0 }}
      {...props}
    />
  );
}

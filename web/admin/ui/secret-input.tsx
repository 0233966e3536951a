import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** A password field that a keyboard can make visible, and that says to everyone when it is refused. */
export function SecretInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      required
      aria-invalid={props.error ? true : undefined}
      maw={420}
      visibilityToggleButtonProps={{ "aria-label": "Afficher ou masquer le mot de passe", tabIndex: 0 }}
      {...props}
    />
  );
}

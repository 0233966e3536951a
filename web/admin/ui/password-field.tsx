import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";

/** Mantine's password field. Its button is in the tab order, screen readers skip the button's icon, and errors are announced. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      aria-invalid={props.error ? true : undefined}
      visibilityToggleIcon={Eye}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ "aria-label": "Afficher ou masquer le mot de passe" }}
      {...props}
    />
  );
}

function Eye({ reveal }: { reveal: boolean }) {
  return reveal ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />;
}

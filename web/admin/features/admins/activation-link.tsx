import { Alert, Group, Text, TextInput } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { CopyTextButton } from "#web/admin/ui/copy-text-button.tsx";
import { formatDateTime } from "#web/lib/format.ts";

export type IssuedLink = { email: string; activationLink: string; expiresAt: string; emailed: boolean };

/** Shown this once: the server keeps the link in a form that cannot be read back. */
export function ActivationLink({ link, onClose }: { link: IssuedLink; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Alert
      color="blue"
      variant="light"
      title={`Lien d’activation de ${link.email}`}
      icon={<IconLink aria-hidden />}
      withCloseButton
      closeButtonLabel="Fermer"
      onClose={onClose}
    >
      <Text size="sm" mb="sm">
        {link.emailed
          ? "Ce lien vient d’être envoyé par e-mail à cette personne. Vous pouvez aussi le lui transmettre"
          : "Transmettez ce lien à cette personne"}
        {"\u00a0: elle"} y choisit son mot de passe. Il sert une seule fois, jusqu’au{" "}
        {formatDateTime(link.expiresAt)}. Un lien précédent n’est plus valable.
      </Text>
      <Group align="flex-end" gap="xs">
        <TextInput
          ref={field}
          label="Lien à copier"
          readOnly
          flex={1}
          miw={200}
          value={link.activationLink}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyTextButton text={link.activationLink} label="Copier le lien" copiedLabel="Lien copié" />
      </Group>
    </Alert>
  );
}

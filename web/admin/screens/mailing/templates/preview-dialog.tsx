import { Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { isEmailAddress } from "#contract/email-address.ts";
import { MailPreview } from "#web/admin/mail-kit/mail-preview.tsx";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";

type Props = { subject: string; content: string; onClose: () => void };

/** For a sample person, or for somebody who signed up. */
export function PreviewDialog({ subject, content, onClose }: Props) {
  const [address, setAddress] = useState("");
  const [typed] = useDebouncedValue(address.trim(), 400);
  const recipientEmail = isEmailAddress(typed) ? typed : undefined;
  return (
    <AdminDialog title="Aperçu du modèle" open onClose={onClose} size="xl">
      <Stack>
        <TextInput
          label="Voir comme ce destinataire"
          description="L’adresse d’un inscrit ; vide, l’aperçu montre une personne d’exemple."
          type="email"
          autoComplete="off"
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <MailPreview subject={subject} content={content} {...(recipientEmail && { recipientEmail })} />
      </Stack>
    </AdminDialog>
  );
}

import { Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { isEmailAddress } from "#contract/email-address.ts";
import { MailPreview } from "#web/admin/mail-kit/mail-preview.tsx";
import { RecipientCombobox } from "#web/admin/mail-kit/recipient-combobox.tsx";
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
        <RecipientCombobox
          label="Voir comme ce destinataire"
          description="Le nom ou l’adresse d’un inscrit ; vide, l’aperçu montre une personne d’exemple."
          value={address}
          onChange={setAddress}
        />
        <MailPreview subject={subject} content={content} {...(recipientEmail && { recipientEmail })} />
      </Stack>
    </AdminDialog>
  );
}

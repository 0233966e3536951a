import { Text } from "@mantine/core";
import { isEmailAddress } from "#contract/email-address.ts";
import { textAsHtml } from "#contract/text-as-html.ts";
import { MailPreview } from "#web/admin/mail-kit/mail-preview.tsx";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import type { SingleValues } from "./use-single-form.ts";

/** The content as HTML, whatever it is written as. */
export const htmlOf = ({ content, format }: Pick<SingleValues, "content" | "format">) =>
  format === "text" ? textAsHtml(content) : content;

/** As this very recipient will see it; as a sample person would, while there is none. */
export function SinglePreview({ values, onClose }: { values: SingleValues; onClose: () => void }) {
  const recipientEmail = values.recipientEmail.trim();
  return (
    <AdminDialog title="Aperçu de l’e-mail" open onClose={onClose} size="xl">
      <Text mb="md">L’e-mail tel que son destinataire le recevra.</Text>
      <MailPreview
        subject={values.subject}
        content={htmlOf(values)}
        {...(isEmailAddress(recipientEmail) && { recipientEmail, recipientName: values.recipientName })}
      />
    </AdminDialog>
  );
}

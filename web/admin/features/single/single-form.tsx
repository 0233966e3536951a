import { Button, Group, Paper, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconEye, IconSend } from "@tabler/icons-react";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { RecipientCombobox } from "#web/admin/mail-kit/recipient-combobox.tsx";
import { StartFromTemplate } from "#web/admin/mail-kit/start-from-template.tsx";
import { SubjectField } from "#web/admin/mail-kit/subject-field.tsx";
import { TestSendButton } from "#web/admin/mail-kit/test-send-button.tsx";
import { formatName } from "#web/lib/format.ts";
import { RecipientFacts } from "./recipient-facts.tsx";
import { SendReport } from "./send-report.tsx";
import { SingleContent } from "./single-content.tsx";
import { htmlOf, SinglePreview } from "./single-preview.tsx";
import { useSingleForm } from "./use-single-form.ts";

export function SingleForm() {
  const { form, send, submit } = useSingleForm();
  const [previewOpen, preview] = useDisclosure(false);
  const { subject, content, recipientEmail } = form.values;
  return (
    <Paper
      component="form"
      withBorder
      className={mailClasses.panel ?? ""}
      aria-label="E-mail individuel"
      noValidate
      onSubmit={submit}
    >
      <Stack>
        <RecipientCombobox
          label="E-mail du destinataire"
          description="Une adresse, ou le nom d’un inscrit"
          withAsterisk
          aria-required
          onChoose={(person) => form.setFieldValue("recipientName", formatName(person))}
          {...form.getInputProps("recipientEmail")}
        />
        <TextInput
          label="Nom du destinataire"
          description="Facultatif"
          autoComplete="off"
          {...form.getInputProps("recipientName")}
        />
        <RecipientFacts address={recipientEmail} />
        <div>
          <StartFromTemplate
            written={subject !== "" || content !== ""}
            onPick={(template) => form.setValues({ ...template, format: "html" })}
          />
        </div>
        <SubjectField label="Sujet" {...form.getInputProps("subject")} />
        <SingleContent form={form} />
        <SendReport send={send} />
        <Group justify="flex-end">
          <Group mr="auto" gap="sm">
            <Button variant="default" leftSection={<IconEye size={16} aria-hidden />} onClick={preview.open}>
              Aperçu
            </Button>
            <TestSendButton subject={subject} content={htmlOf(form.values)} purpose="service" />
          </Group>
          <Button type="submit" leftSection={<IconSend size={16} aria-hidden />} disabled={send.isPending}>
            {send.isPending ? "Envoi en cours..." : "Envoyer l’e-mail"}
          </Button>
        </Group>
      </Stack>
      {previewOpen && <SinglePreview values={form.values} onClose={preview.close} />}
    </Paper>
  );
}

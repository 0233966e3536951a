import { Button, Group, Paper, SegmentedControl, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { textAsHtml } from "#contract/text-as-html.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { RecipientCombobox } from "#web/admin/mail-kit/recipient-combobox.tsx";
import { StartFromTemplate } from "#web/admin/mail-kit/start-from-template.tsx";
import { TestSendButton } from "#web/admin/mail-kit/test-send-button.tsx";
import { formatName } from "#web/lib/format.ts";
import { SendReport } from "./send-report.tsx";
import { useSingleForm } from "./use-single-form.ts";

const formats = [
  { value: "text", label: "Texte simple" },
  { value: "html", label: "HTML" },
];

export function SingleForm() {
  const { form, send, submit } = useSingleForm();
  const { subject, content, format } = form.values;
  return (
    <Paper
      component="form"
      withBorder
      className={mailClasses.panel ?? ""}
      aria-label="Email individuel"
      noValidate
      onSubmit={submit}
    >
      <Stack>
        <RecipientCombobox
          label="Email du destinataire"
          description="Une adresse, ou le nom d’un inscrit"
          withAsterisk
          onChoose={(person) => form.setFieldValue("recipientName", formatName(person))}
          {...form.getInputProps("recipientEmail")}
        />
        <TextInput
          label="Nom du destinataire"
          description="Facultatif"
          autoComplete="off"
          {...form.getInputProps("recipientName")}
        />
        <TextInput label="Sujet" withAsterisk {...form.getInputProps("subject")} />
        <Group gap="sm">
          <Text size="sm" fw={500} id="single-format">
            Format
          </Text>
          <SegmentedControl
            aria-labelledby="single-format"
            data={formats}
            {...form.getInputProps("format")}
          />
        </Group>
        <Textarea
          label="Contenu"
          withAsterisk
          rows={12}
          description={
            format === "html"
              ? "Le code HTML de l’email ; ce qu’un email ne peut pas contenir en est retiré."
              : "Envoyé tel quel : rien n’y est pris pour du HTML."
          }
          {...(format === "html" && { className: mailClasses.code ?? "", spellCheck: false })}
          {...form.getInputProps("content")}
        />
        <SendReport send={send} />
        <Group justify="flex-end">
          <Group mr="auto" gap="sm">
            <StartFromTemplate
              written={subject !== "" || content !== ""}
              onPick={(template) => form.setValues({ ...template, format: "html" })}
            />
            <TestSendButton
              subject={subject}
              content={format === "text" ? textAsHtml(content) : content}
              purpose="service"
            />
          </Group>
          <Button type="submit" leftSection={<IconSend size={16} aria-hidden />} disabled={send.isPending}>
            {send.isPending ? "Envoi en cours..." : "Envoyer l'email"}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

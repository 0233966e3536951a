import { Button, Group, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FormEvent, useState } from "react";
import type { EmailTemplate } from "#contract/email.schema.ts";
import { emailMessages } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { useAllowService } from "./templates.api.ts";

type Props = { template: EmailTemplate; dirty: boolean };

/** Lets super administrators decide whether every admin may send this text as a service message. */
export function ServicePermission({ template, dirty }: Props) {
  const { isSuperAdmin } = useCurrentAdmin();
  const [open, dialog] = useDisclosure(false);
  const allow = useAllowService(template);
  const { serviceReason } = template;
  if (serviceReason === null && !isSuperAdmin) return null;
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        {serviceReason === null
          ? "Seul un super administrateur peut envoyer ce texte comme message de service."
          : `Tous les administrateurs peuvent envoyer ce texte, inchangé, comme message de service. Raison : ${serviceReason}`}
      </Text>
      {isSuperAdmin && serviceReason === null && (
        <Button variant="default" size="xs" disabled={dirty} onClick={dialog.open}>
          Permettre à tous de l’envoyer
        </Button>
      )}
      {isSuperAdmin && serviceReason !== null && (
        <SavingButton
          variant="default"
          size="xs"
          loading={allow.isPending}
          onClick={() => allow.mutate(null)}
        >
          Retirer cette permission
        </SavingButton>
      )}
      {!open && <ErrorAlert error={allow.error} onClose={allow.reset} />}
      {open && <AllowDialog allow={allow} onClose={dialog.close} />}
    </Group>
  );
}

type DialogProps = { allow: ReturnType<typeof useAllowService>; onClose: () => void };

function AllowDialog({ allow, onClose }: DialogProps) {
  const [reason, setReason] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation(); // React's submit event would also reach the template's form, which contains this dialog in React's tree.
    if (reason.trim() === "") return setIsMissing(true);
    allow.mutate(reason.trim(), { onSuccess: onClose });
  };
  return (
    <AdminDialog
      title="Permettre ce message de service ?"
      size="md"
      open
      onClose={onClose}
      pending={allow.isPending}
    >
      <form onSubmit={submit} noValidate>
        <Text mb="sm">
          Un message de service part même sans accord : la loi n’y admet aucune promotion. Chaque
          administrateur pourra envoyer ce texte, tant que personne ne le modifie ; la raison sera notée avec
          chaque envoi.
        </Text>
        <TextInput
          label="Raison"
          withAsterisk
          aria-required
          data-autofocus
          maxLength={limits.reasonMax}
          placeholder="Votre place est prête"
          value={reason}
          error={isMissing && emailMessages.reasonRequired}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value);
            setIsMissing(false);
          }}
        />
        <ErrorAlert error={allow.error} onClose={allow.reset} />
        <Group justify="flex-end" mt="md">
          <SavingButton type="submit" loading={allow.isPending}>
            Permettre
          </SavingButton>
        </Group>
      </form>
    </AdminDialog>
  );
}

import { Button, Code, Stack, Text } from "@mantine/core";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { CopyTextButton } from "#web/admin/ui/buttons.tsx";
import classes from "./account.module.css";

/** Shown once: the server keeps them encrypted and never returns them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <AdminDialog
      title="Vos codes de récupération"
      size="md"
      open
      onClose={onClose}
      actions={
        <>
          <CopyTextButton text={codes.join("\n")} label="Copier les codes" copiedLabel="Codes copiés" />
          <Button onClick={onClose}>Je les ai notés</Button>
        </>
      }
    >
      <Stack>
        <Text>
          Conservez-les en lieu sûr : chacun remplace une fois le code de l’application, si vous n’avez plus
          votre appareil. Ils ne seront plus affichés.
        </Text>
        <ul className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>
              <Code fz="sm">{code}</Code>
            </li>
          ))}
        </ul>
      </Stack>
    </AdminDialog>
  );
}

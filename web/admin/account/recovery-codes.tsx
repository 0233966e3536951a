import { Button, Code, CopyButton, Stack, Text } from "@mantine/core";
import { AdminDialog } from "../shell/admin-dialog.tsx";
import classes from "./account.module.css";

/** Shown this once: the server keeps them encrypted and shows them to nobody. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <AdminDialog
      title="Vos codes de secours"
      size="md"
      open
      onClose={onClose}
      actions={
        <>
          <CopyButton value={codes.join("\n")} timeout={3000}>
            {({ copied, copy }) => (
              <>
                <Button variant="default" onClick={copy}>
                  {copied ? "Codes copiés" : "Copier les codes"}
                </Button>
                <span role="status" className="visually-hidden">
                  {copied && "Codes copiés"}
                </span>
              </>
            )}
          </CopyButton>
          <Button onClick={onClose}>Je les ai notés</Button>
        </>
      }
    >
      <Stack>
        <Text>
          Conservez-les en lieu sûr : chacun remplace une fois le code de l’application, si vous n’avez plus
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

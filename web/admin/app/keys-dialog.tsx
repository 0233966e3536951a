import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { KeysTable } from "#web/admin/ui/keys/keys-table.tsx";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";

/** Lists every key of the back office. Opened by '?'. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { singleKeys } = useCurrentAdmin().preferences;
  return (
    <AdminDialog title="Raccourcis clavier" open onClose={onClose}>
      <Text mb="md">
        {singleKeys
          ? "Les touches agissent seules, sauf pendant que vous écrivez."
          : "Vous avez désactivé les raccourcis à une lettre dans « Mon compte »."}
      </Text>
      <KeysTable />
      <Anchor component={Link} to={screenAddress("help")} onClick={onClose} mt="lg" display="inline-block">
        Ouvrir l’aide
      </Anchor>
    </AdminDialog>
  );
}

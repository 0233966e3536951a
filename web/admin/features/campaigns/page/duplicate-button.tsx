import { notifications } from "@mantine/notifications";
import { IconCopy } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { draftAddress } from "#web/admin/features/campaigns/campaign-addresses.ts";
import { useDuplicate } from "#web/admin/features/campaigns/campaigns.api.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { failureMessage } from "#web/lib/api.ts";

/** The same text to the same people, as a draft that is opened at once. */
export function DuplicateButton({ id }: { id: string }) {
  const navigate = useNavigate();
  const duplicate = useDuplicate(id);
  return (
    <SavingButton
      variant="default"
      leftSection={<IconCopy size={16} aria-hidden />}
      loading={duplicate.isPending}
      onClick={() =>
        duplicate.mutate(undefined, {
          onSuccess: (draft) => void navigate(draftAddress(draft.id)),
          onError: (error) =>
            notifications.show({
              color: "red",
              message: failureMessage(error, "Cet envoi n’a pas pu être dupliqué."),
            }),
        })
      }
    >
      Dupliquer
    </SavingButton>
  );
}

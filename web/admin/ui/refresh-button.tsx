import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { SavingButton } from "./buttons.tsx";

type RefreshButtonProps = { reading: boolean; onRefresh: () => Promise<unknown> };

/** Reloads a screen's data, and announces to screen readers when this is done. */
export function RefreshButton({ reading, onRefresh }: RefreshButtonProps) {
  const [said, setSaid] = useState("");
  const refresh = async () => {
    setSaid("");
    await onRefresh();
    setSaid("Actualisé");
  };
  return (
    <>
      <SavingButton
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={reading}
        onClick={() => void refresh()}
      >
        Actualiser
      </SavingButton>
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  );
}

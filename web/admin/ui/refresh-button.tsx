import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { SavingButton } from "./buttons.tsx";
import { useInvalidateQueries } from "./session.api.ts";

/** Reloads all data on screen, and announces to screen readers when this is done. */
export function RefreshButton() {
  const invalidate = useInvalidateQueries();
  const [state, setState] = useState<"idle" | "reading" | "read">("idle");
  const refresh = async () => {
    setState("reading");
    await invalidate();
    setState("read");
  };
  return (
    <>
      <SavingButton
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={state === "reading"}
        onClick={() => void refresh()}
      >
        Actualiser
      </SavingButton>
      <span role="status" className="visually-hidden">
        {state === "read" && "Actualisé"}
      </span>
    </>
  );
}

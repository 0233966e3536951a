import { IconRefresh } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SavingButton } from "./buttons.tsx";
import { useInvalidateQueries } from "./session.api.ts";

/** Reloads all data on screen, and announces to screen readers whether this succeeded. */
export function RefreshButton() {
  const queries = useQueryClient().getQueryCache();
  const invalidate = useInvalidateQueries();
  const [state, setState] = useState<"idle" | "reading" | "read" | "failed">("idle");
  const refresh = async () => {
    setState("reading");
    await invalidate();
    const onScreen = queries.findAll({ type: "active" });
    // Without a network, queries are paused.
    const isRead = onScreen.every(
      ({ state: { status, fetchStatus } }) => status === "success" && fetchStatus !== "paused",
    );
    setState(isRead ? "read" : "failed");
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
        {state === "failed" && "L’actualisation a échoué"}
      </span>
    </>
  );
}

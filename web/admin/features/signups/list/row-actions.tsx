import { IconCheck, IconX } from "@tabler/icons-react";
import type { SignupSummary } from "#contract/signup.schema.ts";
import { spokenName } from "#web/admin/features/signups/names.ts";
import { RowButton } from "#web/admin/ui/row/row-parts.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import classes from "./list.module.css";
import type { SignupRowsProps } from "./signup-rows.ts";

type Props = { signup: SignupSummary } & Pick<SignupRowsProps, "audience" | "onOpen" | "onDecide">;

/** Deciding from the list, without opening: offered only while pending. */
export function RowActions({ audience, signup, onOpen, onDecide }: Props) {
  const name = spokenName(audience, signup);
  const { singleKeys } = useCurrentAdmin().preferences;
  const hint = (label: string, key: string) => (singleKeys ? `${label} (${key})` : label);
  return (
    <div className={classes.actions}>
      {signup.status === "pending" && (
        <>
          <RowButton
            tone="green"
            aria-label={`Approuver ${name}`}
            data-tip={hint("Approuver", "A")}
            onClick={() => onDecide(signup, "approved")}
          >
            <IconCheck size={16} aria-hidden />
          </RowButton>
          <RowButton
            tone="red"
            aria-label={`Rejeter ${name}`}
            data-tip={hint("Rejeter", "R")}
            onClick={() => onDecide(signup, "rejected")}
          >
            <IconX size={16} aria-hidden />
          </RowButton>
        </>
      )}
      <RowButton
        aria-label={`Détails de ${name}`}
        data-tip={singleKeys ? hint("Détails", "O") : undefined}
        onClick={() => onOpen(signup.id)}
      >
        Détails
      </RowButton>
    </div>
  );
}

import { IconCheck, IconStarFilled, IconX } from "@tabler/icons-react";
import type { Density } from "#contract/account.schema.ts";
import type { Audience } from "#contract/audience.ts";
import type { Decision } from "#contract/decisions.schema.ts";
import type { ListedSignup, SignupSummary } from "#contract/signup-list.schema.ts";
import { invitationStateLabels } from "#contract/waves.ts";
import type { Columns } from "#web/admin/features/signups/columns.ts";
import { RowButton } from "#web/admin/ui/row-parts.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { formatEmail, formatName } from "#web/lib/format.ts";
import type { Selection } from "../bulk/bulk-bar.tsx";
import { spokenName } from "../signups-texts.ts";
import type { useHeldRows } from "../use-signup-list.ts";
import classes from "./list.module.css";

type HeldRows = ReturnType<typeof useHeldRows>;

/** The props shared by table and cards. */
export type SignupRowsProps = {
  audience: Audience;
  items: ListedSignup[];
  order: "asc" | "desc";
  columns: Columns;
  /** The titles of the answer columns, by question id. */
  questionTexts: ReadonlyMap<string, string>;
  density: Density;
  selection: Selection;
  /** The id of the sign-up that is open beside the list. */
  openedId: string | null;
  /** Event handlers that detect when pointer and focus leave the rows. */
  watch: HeldRows["watch"];
  onSort: () => void;
  onSelect: (id: string, chosen: boolean) => void;
  onOpen: (id: string) => void;
  onDecide: (signup: SignupSummary, status: Decision["status"]) => void;
};

type Shared = "audience" | "columns" | "questionTexts" | "onSelect" | "onOpen" | "onDecide";

/** The props of one row. They stay identical while the row does not change, so that only changed rows render. */
export type SignupRowProps = Pick<SignupRowsProps, Shared> & {
  signup: ListedSignup;
  isFirst: boolean;
  selected: boolean;
  opened: boolean;
  /** True when all matches of the filter are selected, so that single rows cannot be selected. */
  allSelected: boolean;
};

export function rowProps(
  {
    audience,
    columns,
    questionTexts,
    selection,
    openedId,
    onSelect,
    onOpen,
    onDecide,
    items,
  }: SignupRowsProps,
  signup: ListedSignup,
): SignupRowProps {
  return {
    audience,
    columns,
    questionTexts,
    onSelect,
    onOpen,
    onDecide,
    signup,
    isFirst: items[0] === signup,
    selected: selection.has(signup.id),
    opened: signup.id === openedId,
    allSelected: selection.all,
  };
}

/** An answer as a cell shows it; a dash where there is none. */
export function answerText({ answers }: ListedSignup, questionId: string): string {
  return [answers?.[questionId] ?? []].flat().join(", ") || "—";
}

/** Says whether the address receives news. */
export function newsText({ receivesNews }: ListedSignup): string {
  return receivesNews ? "Acceptées" : "—";
}

export function invitationText({ invitation }: ListedSignup): string {
  return invitation ? invitationStateLabels[invitation] : "—";
}

export function questionText(texts: ReadonlyMap<string, string>, questionId: string): string {
  return texts.get(questionId) ?? "Question supprimée";
}

type RowActionsProps = { signup: SignupSummary } & Pick<SignupRowsProps, "audience" | "onOpen" | "onDecide">;

/** Buttons that decide from the list. They appear only while the sign-up is pending. */
export function RowActions({ audience, signup, onOpen, onDecide }: RowActionsProps) {
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

type SignupNameProps = { audience: Audience; signup: ListedSignup };

/** The display name with its star. A person has first name and name, a brand its own name with the contact below. */
export function SignupName({ audience, signup }: SignupNameProps) {
  const star = signup.starred && (
    <IconStarFilled size={14} className={classes.star ?? ""} role="img" aria-label="Étoile" />
  );
  if (audience === "user" || signup.name.trim() === "")
    return (
      <>
        <bdi className={classes.name}>{formatName(signup)}</bdi>
        {star}
      </>
    );
  return (
    <>
      <bdi className={classes.name}>{signup.name}</bdi>
      {star}
      <span className={classes.contact}>
        {signup.firstname && (
          <>
            <bdi>{signup.firstname}</bdi>,{" "}
          </>
        )}
        <bdi>{formatEmail(signup.email)}</bdi>
      </span>
    </>
  );
}

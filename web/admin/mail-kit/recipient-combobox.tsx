import { TextInput, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue, useId } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Person } from "#contract/people.schema.ts";
import { formatCount, formatName } from "#web/lib/format.ts";
import classes from "./mail-kit.module.css";
import { peopleQuery } from "./people.api.ts";
import { useProposals } from "./use-proposals.ts";

type Props = {
  label: string;
  description?: string;
  withAsterisk?: boolean;
  "aria-required"?: boolean;
  error?: ReactNode;
  /** An address, or what is typed of a name or an address. */
  value?: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Somebody of the list was chosen; `onChange` was told the address. */
  onChoose?: (person: Person) => void;
  "data-path"?: string;
};

/** Proposes those who are signed up while a name or an address is typed; any other address may be typed as well. */
export function RecipientCombobox({ value = "", onChange, onBlur, onChoose, ...field }: Props) {
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;
  const [search] = useDebouncedValue(value.trim(), 200);
  const people = useQuery(peopleQuery(search));
  const found = value.trim() === "" ? [] : (people.data?.items ?? []);
  const list = useProposals(found, (person) => {
    onChange(person.email);
    onChoose?.(person);
  });
  return (
    <div className={classes.combobox}>
      <TextInput
        {...field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={list.open}
        aria-controls={list.open ? listId : undefined}
        aria-activedescendant={list.active === null ? undefined : optionId(list.active)}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        value={value}
        onChange={({ currentTarget }) => {
          list.show();
          onChange(currentTarget.value);
        }}
        onKeyDown={list.onKeyDown}
        onBlur={() => {
          list.hide();
          onBlur?.();
        }}
      />
      {list.open && (
        <div className={classes.options} id={listId} role="listbox" aria-label={field.label}>
          {found.map((person, index) => (
            <PersonOption
              key={person.email}
              id={optionId(index)}
              person={person}
              active={index === list.active}
              onChoose={() => list.choose(index)}
            />
          ))}
        </div>
      )}
      <VisuallyHidden role="status">
        {list.open && formatCount(found.length, "personne proposée", "personnes proposées")}
      </VisuallyHidden>
    </div>
  );
}

type OptionProps = { id: string; person: Person; active: boolean; onChoose: () => void };

/** For a pointer: the focus stays in the field, whose keys choose as well. */
function PersonOption({ id, person, active, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
    <div
      className={classes.option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span>
        <bdi>{formatName(person)}</bdi>
        {person.audience === "brand" && " (marque)"}
      </span>
      <span className={classes.soft}>{person.email}</span>
    </div>
  );
}

import { TextInput, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue, useId } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { Person } from "#contract/people.schema.ts";
import { formatCount, formatName } from "#web/lib/format.ts";
import { peopleQuery } from "./mail-kit.api.ts";
import classes from "./mail-kit.module.css";

type RecipientComboboxProps = {
  label: string;
  description?: string;
  withAsterisk?: boolean;
  "aria-required"?: boolean;
  error?: ReactNode;
  /** An address, or a part of a name or an address. */
  value?: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Called when a proposal is chosen, after `onChange` received its address. */
  onChoose?: (person: Person) => void;
  "data-path"?: string;
};

/** Proposes sign-ups while the admin types a name or an address. Any other address can be typed too. */
export function RecipientCombobox({
  value = "",
  onChange,
  onBlur,
  onChoose,
  ...field
}: RecipientComboboxProps) {
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

/** An option for pointers. The focus stays in the field, whose keys choose options too. */
function PersonOption({ id, person, active, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
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

/**
 * The keys of a combobox with proposals and free text: down and up move through the list, Enter takes the marked proposal,
 * and Escape closes the list.
 */
function useProposals<Item>(items: readonly Item[], onChoose: (item: Item) => void) {
  const [shown, setShown] = useState(false);
  const [marked, setMarked] = useState<number | null>(null);
  const open = shown && items.length > 0;
  const active = open && marked !== null && marked < items.length ? marked : null;

  const hide = () => {
    setShown(false);
    setMarked(null);
  };
  const choose = (index: number) => {
    const item = items[index];
    hide();
    if (item !== undefined) onChoose(item);
  };
  /** Moves the mark. Before the first and after the last proposal, the field itself (null) is next. */
  const move = (by: 1 | -1) => {
    setShown(true);
    const last = items.length - 1;
    if (last < 0) return;
    if (active === null) return setMarked(by === 1 ? 0 : last);
    const next = active + by;
    setMarked(next < 0 || next > last ? null : next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && active !== null) {
      event.preventDefault();
      choose(active);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation(); // keeps a surrounding dialog open
      hide();
    }
  };
  return {
    open,
    active,
    choose,
    hide,
    show() {
      setShown(true);
      setMarked(null);
    },
    onKeyDown,
  };
}

import { Button, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from "react";
import { SharedTooltip } from "#web/admin/ui/shared-tooltip.tsx";
import { isOptionList } from "./option-list.ts";
import { OptionRow } from "./option-row.tsx";
import classes from "./questionnaire.module.css";
import { useDragOrder } from "./use-drag-order.ts";
import { useOptionMoves } from "./use-option-moves.ts";

type Props = {
  options: readonly string[];
  draft: string;
  /** What is wrong with the list as a whole. */
  error: string | undefined;
  onChange: (options: string[]) => void;
  onDraft: (draft: string) => void;
  /** Adds a text, which may hold several options. */
  onAdd: (text: string) => void;
};

/** Options, added, moved and removed one by one; a pasted list becomes as many options. */
export function OptionsField({ options, draft, error, onChange, onDraft, onAdd }: Props) {
  const errorId = useId();
  const draftInput = useRef<HTMLInputElement>(null);
  const moves = useOptionMoves(options, onChange);
  const drag = useDragOrder(moves.move);
  const setList = (list: HTMLDivElement | null) => {
    drag.list.current = list;
  };
  const add = () => {
    onAdd(draft);
    draftInput.current?.focus();
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || draft.trim() === "") return;
    event.preventDefault();
    add();
  };
  const addPastedList = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (!isOptionList(text)) return;
    event.preventDefault();
    onAdd(`${draft}${text}`);
  };
  const remove = (index: number) => {
    onChange(options.filter((_, at) => at !== index));
    draftInput.current?.focus();
  };

  return (
    <fieldset className={classes.options} {...(error && { "aria-describedby": errorId })}>
      <legend>Options</legend>
      <SharedTooltip>
        <Stack gap="xs" mt={4}>
          <div className={classes.optionEntries} ref={setList}>
            {options.map((option, index) => (
              <OptionRow
                // biome-ignore lint/suspicious/noArrayIndexKey: an option is known by its place while it is being typed.
                key={index}
                index={index}
                total={options.length}
                option={option}
                idOf={(control) => moves.idOf(index, control)}
                grip={drag.grip(index)}
                dragged={drag.dragged === index}
                style={drag.styleOf(index)}
                onChange={(text) => onChange(options.with(index, text))}
                onMove={(direction, control) => moves.step(index, direction, control)}
                onRemove={() => remove(index)}
              />
            ))}
          </div>
          <span role="status" className="visually-hidden">
            {moves.announcement}
          </span>
          <div className={classes.optionRow}>
            <TextInput
              ref={draftInput}
              aria-label="Nouvelle option"
              placeholder="Une option, ou plusieurs séparées par des virgules"
              value={draft}
              error={Boolean(error)}
              onChange={(event) => onDraft(event.currentTarget.value)}
              onKeyDown={addOnEnter}
              onPaste={addPastedList}
            />
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={draft.trim() === ""}
              onClick={add}
            >
              Ajouter l’option
            </Button>
          </div>
          {error && (
            <Text id={errorId} role="alert" size="sm" c="var(--mantine-color-error)">
              {error}
            </Text>
          )}
        </Stack>
      </SharedTooltip>
    </fieldset>
  );
}

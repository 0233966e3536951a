import { Button, Stack, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from "@tabler/icons-react";
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { limits } from "#contract/limits.ts";
import { type MoveDirection, repeatedOption, splitOptionText } from "#contract/questionnaire.ts";
import { RowButton } from "#web/admin/ui/row-parts.tsx";
import { SharedTooltip } from "#web/admin/ui/shared-tooltip.tsx";
import { DragHandle } from "./question-row.tsx";
import classes from "./questionnaire.module.css";
import { type EditedOption, optionTexts } from "./questions.api.ts";
import {
  focusFirstUsable,
  moveEntry,
  moveKeys,
  moveOfKey,
  positionText,
  useDragOrder,
} from "./use-question-moves.ts";

type OptionsFieldProps = {
  options: readonly EditedOption[];
  draft: string;
  /** The message for the whole list. */
  error: string | undefined;
  onChange: (options: EditedOption[]) => void;
  onDraft: (draft: string) => void;
  onAdd: (added: readonly string[]) => void;
};

/** The options of a question. Each can be added, moved and removed. A pasted list becomes several options. */
export function OptionsField({ options, draft, error, onChange, onDraft, onAdd }: OptionsFieldProps) {
  const wrong = error === undefined ? [] : findWrongOptions(optionTexts(options));
  const draftInput = useRef<HTMLInputElement>(null);
  const moves = useOptionMoves(options, onChange);
  const drag = useDragOrder(moves.move);
  const setList = (list: HTMLDivElement | null) => {
    drag.list.current = list;
  };
  const add = () => {
    onAdd([draft]);
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
    onAdd(splitOptionText(`${draft}${text}`));
  };
  const remove = (index: number) => {
    onChange(options.filter((_, at) => at !== index));
    draftInput.current?.focus();
  };

  return (
    <fieldset className={classes.options}>
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
                option={option.text}
                error={wrong.includes(index) && (index === wrong[0] ? error : true)}
                idOf={(control) => moves.idOf(index, control)}
                grip={drag.grip(index)}
                dragged={drag.dragged === index}
                style={drag.styleOf(index)}
                onChange={(text) =>
                  onChange(options.map((option, at) => (at === index ? { ...option, text } : option)))
                }
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
              placeholder="Une option, ou une liste collée"
              value={draft}
              error={wrong.length === 0 && error}
              errorProps={{ role: "alert" }}
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
        </Stack>
      </SharedTooltip>
    </fieldset>
  );
}

type OptionRowProps = {
  index: number;
  total: number;
  option: string;
  /** The message, when this is the first wrong option; true for a further wrong option. */
  error: string | boolean | undefined;
  /** The element id of one of the row's controls. */
  idOf: (control: OptionControl) => string;
  grip: ReturnType<ReturnType<typeof useDragOrder>["grip"]>;
  dragged: boolean;
  style: CSSProperties | undefined;
  onChange: (option: string) => void;
  /** @param control the control that has the focus, and keeps it */
  onMove: (direction: MoveDirection, control: OptionControl) => void;
  onRemove: () => void;
};

type OptionControl = "field" | MoveDirection;

/** One option: its field, the handle and buttons that move it, and the button that removes it. */
function OptionRow({ index, total, option, error, idOf, grip, dragged, style, ...on }: OptionRowProps) {
  const mover = (direction: MoveDirection, label: string, disabled: boolean) => (
    <RowButton
      id={idOf(direction)}
      quiet
      tone="gray"
      disabled={disabled}
      aria-keyshortcuts={moveKeys[direction].aria}
      data-tip={disabled ? undefined : `${label} (${moveKeys[direction].shown})`}
      aria-label={`${label} : ${option || `option ${index + 1}`}`}
      onClick={() => on.onMove(direction, direction)}
    >
      {direction === "up" ? <IconArrowUp size={18} aria-hidden /> : <IconArrowDown size={18} aria-hidden />}
    </RowButton>
  );
  return (
    <div className={classes.optionEntry} data-entry data-dragged={dragged || undefined} style={style}>
      <DragHandle grip={grip} />
      <TextInput
        id={idOf("field")}
        className={classes.optionText ?? ""}
        aria-label={`Option ${index + 1}`}
        aria-keyshortcuts={`${moveKeys.up.aria} ${moveKeys.down.aria}`}
        value={option}
        error={error}
        errorProps={{ role: "alert" }}
        onChange={(event) => on.onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          const direction = moveOfKey(event);
          if (!direction) return;
          event.preventDefault();
          on.onMove(direction, "field");
        }}
      />
      {mover("up", "Monter", index === 0)}
      {mover("down", "Descendre", index === total - 1)}
      <RowButton
        quiet
        tone="gray"
        data-tip="Retirer"
        aria-label={`Retirer l’option ${index + 1} : ${option}`}
        onClick={on.onRemove}
      >
        <IconX size={18} aria-hidden />
      </RowButton>
    </div>
  );
}

/** Moves options, keeps the focus on the moved one, and announces its new place. */
function useOptionMoves(options: readonly EditedOption[], onChange: (options: EditedOption[]) => void) {
  const prefix = useId();
  const [announcement, setAnnouncement] = useState("");
  const wanted = useRef<string[]>([]);
  const idOf = (index: number, control: OptionControl) => `${prefix}${index}-${control}`;

  useLayoutEffect(() => {
    if (wanted.current.length > 0) focusFirstUsable(...wanted.current);
    wanted.current = [];
  });

  const move = (from: number, to: number) => {
    if (to < 0 || to >= options.length) return;
    onChange(moveEntry(options, from, to));
    setAnnouncement(positionText(options[from]?.text || `Option ${from + 1}`, to, options.length));
  };
  return {
    announcement,
    idOf,
    move,
    step(index: number, direction: MoveDirection, control: OptionControl) {
      const to = direction === "up" ? index - 1 : index + 1;
      const other = direction === "up" ? "down" : "up";
      wanted.current = [idOf(to, control), idOf(to, other)];
      move(index, to);
    },
  };
}

/** The options that the schema refuses: blank, too long, or repeated. Empty when the schema refuses the list as a whole. */
export function findWrongOptions(options: readonly string[]): number[] {
  const isWrong = (option: string, index: number) =>
    option.trim() === "" ||
    option.length > limits.optionMax ||
    repeatedOption([...options.slice(0, index), option]) !== undefined;
  return options.flatMap((option, index) => (isWrong(option, index) ? [index] : []));
}

export type OptionChange = { options: EditedOption[]; repeated: string | undefined };

/** Adds options to the list, trimmed and without blanks. Leaves out those that exist already, and names the first one. */
export function addOptions(options: readonly EditedOption[], added: readonly string[]): OptionChange {
  const all = [...options];
  let repeated: string | undefined;
  for (const text of added.map((option) => option.trim()).filter(Boolean)) {
    if (all.some((option) => repeatedOption([option.text, text]) !== undefined)) repeated ??= text;
    else all.push({ text, stored: null });
  }
  return { options: all, repeated };
}

/** True for a text that is a list of options rather than one. */
export function isOptionList(text: string): boolean {
  return /[,\n]/.test(text);
}

import { ActionIcon, Button, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from "react";
import { isOptionList } from "./option-list.ts";
import classes from "./questionnaire.module.css";

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

/** Options, added and removed one by one; a pasted list becomes as many options. */
export function OptionsField({ options, draft, error, onChange, onDraft, onAdd }: Props) {
  const errorId = useId();
  const draftInput = useRef<HTMLInputElement>(null);
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
      <Stack gap="xs" mt={4}>
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is known by its place while it is being typed.
          <div key={index} className={classes.optionRow}>
            <TextInput
              aria-label={`Option ${index + 1}`}
              value={option}
              onChange={(event) => onChange(options.with(index, event.currentTarget.value))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="input-sm"
              aria-label={`Retirer l’option ${index + 1} : ${option}`}
              onClick={() => remove(index)}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </div>
        ))}
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
    </fieldset>
  );
}

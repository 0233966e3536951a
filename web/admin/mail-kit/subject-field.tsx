import { ActionIcon, TextInput } from "@mantine/core";
import { IconBraces } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { insertAtCursor, VariablesMenu } from "./variables.tsx";

type Props = {
  label: string;
  error?: ReactNode;
  value?: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  "data-path"?: string;
};

/** A message's subject, with a menu that inserts variables at the cursor. */
export function SubjectField({ value = "", onChange, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const insert = (text: string) => input.current && insertAtCursor(input.current, text, onChange);
  return (
    <TextInput
      {...field}
      withAsterisk
      aria-required
      ref={input}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSectionWidth={44}
      rightSectionPointerEvents="all"
      // The menu must appear above the toolbar of the content field below.
      rightSectionProps={{ style: { zIndex: 10 } }}
      rightSection={
        <VariablesMenu onInsert={insert}>
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label={`Insérer une variable : ${field.label.toLowerCase()}`}
            title="Insérer une variable"
          >
            <IconBraces size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </VariablesMenu>
      }
    />
  );
}

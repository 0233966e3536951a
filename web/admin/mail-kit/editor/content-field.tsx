import { Alert, Button, Group, Switch, Text, Textarea } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { insertAtCursor, VariableHints, VariablesMenu } from "#web/admin/mail-kit/variables.tsx";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { lostInEditor } from "./lost-in-editor.ts";
import { MailEditor } from "./mail-editor.tsx";

type Props = {
  /** The content as HTML. A value that differs from the last `onChange` replaces the shown content. */
  value: string;
  onChange: (html: string) => void;
  error?: ReactNode;
};

/**
 * A message's content, in the editor or as HTML, with a switch between both. HTML that the editor cannot represent opens as
 * HTML. It loses formats only when the admin confirms the change to the editor.
 */
export function MailContentField({ value, onChange, error }: Props) {
  const [asHtml, setAsHtml] = useState(() => lostInEditor(value).length > 0);
  const [losses, setLosses] = useState<string[] | null>(null);
  const { editorKey, tell } = useEditorReset(value, onChange, () =>
    setAsHtml((now) => now || lostInEditor(value).length > 0),
  );

  const switchTo = (html: boolean) => {
    const lost = html ? [] : lostInEditor(value);
    if (lost.length > 0) setLosses(lost);
    else setAsHtml(html);
  };
  return (
    <div className={mailClasses.contentField}>
      <Group justify="flex-end" className={mailClasses.contentSwitch ?? ""}>
        <Switch
          label="HTML"
          checked={asHtml}
          onChange={({ currentTarget }) => switchTo(currentTarget.checked)}
        />
      </Group>
      {asHtml ? (
        <HtmlField value={value} onChange={tell} error={error} />
      ) : (
        <MailEditor
          key={editorKey}
          initialContent={value}
          onChange={tell}
          error={typeof error === "string" ? error : undefined}
        />
      )}
      <LossDialog
        losses={losses}
        onStay={() => setLosses(null)}
        onGo={() => {
          setLosses(null);
          setAsHtml(false);
        }}
      />
    </div>
  );
}

/** Creates a new editor for a text from outside, because the editor is uncontrolled. */
function useEditorReset(value: string, onChange: (html: string) => void, onReplaced: () => void) {
  const [reported, setReported] = useState(value);
  const [editorKey, setEditorKey] = useState(0);
  if (value !== reported) {
    setReported(value);
    setEditorKey(editorKey + 1);
    onReplaced();
  }
  return {
    editorKey,
    tell(html: string) {
      setReported(html);
      onChange(html);
    },
  };
}

function HtmlField({ value, onChange, error }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const settled = useDeferredValue(value);
  const lost = useMemo(() => lostInEditor(settled), [settled]);
  return (
    <div>
      <Textarea
        label="Contenu (HTML)"
        withAsterisk
        aria-required
        className={mailClasses.code ?? ""}
        rows={limits.templateEditorRows}
        spellCheck={false}
        ref={area}
        value={value}
        error={error}
        data-path="content"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group justify="space-between" mt="xs" gap="xs">
        <VariableHints />
        <VariablesMenu onInsert={(text) => area.current && insertAtCursor(area.current, text, onChange)}>
          <Button variant="default" size="xs">
            Variables
          </Button>
        </VariablesMenu>
      </Group>
      {lost.length > 0 && (
        <Alert mt="xs" color="blue" variant="light" icon={<IconInfoCircle aria-hidden />}>
          Ce contenu se modifie en HTML : l’éditeur ne garderait pas {lost.join(", ")}.
        </Alert>
      )}
    </div>
  );
}

type LossProps = { losses: string[] | null; onStay: () => void; onGo: () => void };

function LossDialog({ losses, onStay, onGo }: LossProps) {
  return (
    <AdminDialog
      title="Passer à l’éditeur ?"
      size="md"
      open={losses !== null}
      onClose={onStay}
      actions={
        <>
          <Button variant="default" onClick={onStay}>
            Rester en HTML
          </Button>
          <Button color="red" onClick={onGo}>
            Passer à l’éditeur
          </Button>
        </>
      }
    >
      <Text>
        L’éditeur ne peut pas garder tout ce contenu. Dès la première modification, ceci serait perdu :{" "}
        {losses?.join(", ")}.
      </Text>
    </AdminDialog>
  );
}

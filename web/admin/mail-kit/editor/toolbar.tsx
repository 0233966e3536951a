import { useMergedRef } from "@mantine/hooks";
import { RichTextEditor } from "@mantine/tiptap";
import {
  IconBackground,
  IconBraces,
  IconIndentDecrease,
  IconIndentIncrease,
  IconLetterA,
} from "@tabler/icons-react";
import type { Editor } from "@tiptap/react";
import { type ComponentProps, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { VariablesMenu } from "#web/admin/mail-kit/variables.tsx";
import { topBar } from "#web/admin/ui/measured-bar.ts";
import { ColorControl } from "./color-control.tsx";
import classes from "./editor.module.css";
import { ImageControl } from "./image-control.tsx";
import { LinkControl } from "./link-control.tsx";

const { Control, ControlsGroup } = RichTextEditor;

/** Sets `aria-pressed` also for a toggle that is not pressed, which Mantine does not do. */
const toggle = {
  interactive: true, // the default, for the type
  renderRoot: (props: ComponentProps<"button"> & { "data-active"?: boolean }) => (
    <button {...props} type="button" aria-pressed={props["data-active"] === true} />
  ),
};

/** A toolbar with one tab stop. Arrow keys move between its controls. */
export function Toolbar({ editor }: { editor: Editor }) {
  const toolbar = useRef<HTMLDivElement>(null);
  const roving = useRovingFocus(toolbar);
  const { color, backgroundColor } = editor.getAttributes("textStyle");
  return (
    <RichTextEditor.Toolbar
      className={classes.toolbar ?? ""}
      role="toolbar"
      aria-label="Mise en forme"
      ref={useMergedRef(toolbar, topBar)}
      {...roving}
    >
      <ControlsGroup>
        <RichTextEditor.H1 {...toggle} />
        <RichTextEditor.H2 {...toggle} />
        <RichTextEditor.H3 {...toggle} />
        <RichTextEditor.H4 {...toggle} />
        <RichTextEditor.H5 {...toggle} />
        <RichTextEditor.H6 {...toggle} />
      </ControlsGroup>
      <ControlsGroup>
        <RichTextEditor.Bold {...toggle} />
        <RichTextEditor.Italic {...toggle} />
        <RichTextEditor.Underline {...toggle} />
        <RichTextEditor.Strikethrough {...toggle} />
        <RichTextEditor.Subscript {...toggle} />
        <RichTextEditor.Superscript {...toggle} />
        <RichTextEditor.ClearFormatting />
      </ControlsGroup>
      <ControlsGroup>
        <ColorControl
          label="Couleur du texte"
          icon={IconLetterA}
          value={color}
          onChange={(value) => editor.chain().focus().setColor(value).run()}
          onClear={() => editor.chain().focus().unsetColor().run()}
        />
        <ColorControl
          label="Couleur de fond"
          icon={IconBackground}
          value={backgroundColor}
          onChange={(value) => editor.chain().focus().setBackgroundColor(value).run()}
          onClear={() => editor.chain().focus().unsetBackgroundColor().run()}
        />
      </ControlsGroup>
      <ControlsGroup>
        <RichTextEditor.BulletList {...toggle} />
        <RichTextEditor.OrderedList {...toggle} />
        <RichTextEditor.Blockquote {...toggle} />
        <RichTextEditor.CodeBlock {...toggle} />
      </ControlsGroup>
      <ControlsGroup>
        <RichTextEditor.AlignLeft {...toggle} />
        <RichTextEditor.AlignCenter {...toggle} />
        <RichTextEditor.AlignRight {...toggle} />
        <RichTextEditor.AlignJustify {...toggle} />
        <IndentControl editor={editor} by={-1} />
        <IndentControl editor={editor} by={1} />
      </ControlsGroup>
      <ControlsGroup>
        <LinkControl editor={editor} />
        <RichTextEditor.Unlink />
        <ImageControl editor={editor} />
      </ControlsGroup>
      <ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </ControlsGroup>
      <ControlsGroup>
        <VariablesMenu onInsert={(text) => editor.chain().focus().insertContent(text).run()}>
          <Control aria-label="Variables" title="Insérer une variable">
            <IconBraces size={16} stroke={1.6} aria-hidden />
          </Control>
        </VariablesMenu>
      </ControlsGroup>
    </RichTextEditor.Toolbar>
  );
}

function IndentControl({ editor, by }: { editor: Editor; by: 1 | -1 }) {
  const label = by === 1 ? "Augmenter le retrait" : "Diminuer le retrait";
  const IndentIcon = by === 1 ? IconIndentIncrease : IconIndentDecrease;
  return (
    <Control
      aria-label={label}
      title={label}
      disabled={!editor.can().shiftIndent(by)}
      onClick={() => editor.chain().focus().shiftIndent(by).run()}
    >
      <IndentIcon size={16} stroke={1.6} aria-hidden />
    </Control>
  );
}

const controlSelector = "button[data-rich-text-editor-control]";

/**
 * Makes a toolbar a single tab stop: the control that had the focus last. Arrow keys, Home and End move between the enabled
 * controls. Dialogs and menus of a control keep their own keys.
 */
function useRovingFocus(toolbar: RefObject<HTMLElement | null>) {
  const last = useRef<HTMLElement | null>(null);

  const controls = () => [...(toolbar.current?.querySelectorAll<HTMLButtonElement>(controlSelector) ?? [])];

  const keepOneStop = () => {
    const usable = controls().filter(({ disabled }) => !disabled);
    const stop = usable.find((control) => control === last.current) ?? usable[0];
    for (const control of controls()) control.tabIndex = control === stop ? 0 : -1;
  };
  // Runs after every render, because each step of the cursor enables and disables controls.
  useLayoutEffect(keepOneStop);

  return {
    onFocus({ target }: { target: EventTarget }) {
      if (!(target instanceof HTMLElement) || !target.matches(controlSelector)) return;
      last.current = target;
      keepOneStop();
    },
    onKeyDown(event: KeyboardEvent) {
      const usable = controls().filter(({ disabled }) => !disabled);
      const at = usable.indexOf(event.target as HTMLButtonElement);
      if (at === -1 || event.altKey || event.ctrlKey || event.metaKey) return;
      const next = nextIndex(event.key, at, usable.length);
      if (next === null) return;
      event.preventDefault();
      usable[next]?.focus();
    },
  };
}

function nextIndex(key: string, at: number, count: number): number | null {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

import { useCallback, useEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";

/** Read from the user agent: phones check a field when it is left, so that a message never appears while a visitor types. */
function isMobile(): boolean {
  return /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent);
}

/**
 * When fields are checked: on every change on a computer; on leaving the field on a phone, 100 ms later. A choice is made
 * with one touch, so it is checked on change everywhere.
 * @param check the messages of the form as it is now
 */
export function useValidation(check: () => Record<string, string>) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [mobile] = useState(isMobile);
  const latest = useRef(check);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fields = useRef(new Set<string>());
  const [changed, setChanged] = useState<string | null>(null);
  latest.current = check;

  const validate = useCallback((names: Iterable<string>) => {
    const found = latest.current();
    setErrors((now) => {
      const next = { ...now };
      for (const name of names) {
        const message = found[name];
        if (message) next[name] = message;
        else delete next[name];
      }
      return next;
    });
  }, []);

  // After the render in which the new value has arrived.
  useEffect(() => {
    if (changed === null) return;
    validate([changed]);
    setChanged(null);
  }, [changed, validate]);

  const dropWaiting = useCallback(() => {
    clearTimeout(waiting.current);
    fields.current = new Set();
  }, []);
  useEffect(() => dropWaiting, [dropWaiting]);

  return {
    errors,
    /** All messages at once. A field that was left just before is not checked any more: its message would be wiped away. */
    showErrors(all: Record<string, string>) {
      dropWaiting();
      setErrors(all);
    },
    fieldChanged(name: string) {
      if (!mobile) setChanged(name);
    },
    choiceChanged: setChanged,
    fieldLeft(name: string) {
      if (!mobile) return;
      fields.current.add(name);
      clearTimeout(waiting.current);
      waiting.current = setTimeout(() => {
        validate(fields.current);
        fields.current = new Set();
      }, limits.mobileDebounceMs);
    },
  };
}

/** Typing has paused. Milliseconds. */
const pauseMs = 1_000;

/**
 * The screen reader's message about the field in use: debounced, since a message at every letter would interrupt typing.
 * @param errors messages by field
 */
export function useTypingMessage(errors: Record<string, string>) {
  const [said, setSaid] = useState("");
  const latest = useRef(errors);
  latest.current = errors;
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const sayLater = useCallback((field: string | null) => {
    clearTimeout(waiting.current);
    if (field === null) return setSaid("");
    waiting.current = setTimeout(() => setSaid(latest.current[field] ?? ""), pauseMs);
  }, []);
  return { said, sayLater };
}

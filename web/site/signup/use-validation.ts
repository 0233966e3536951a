import { useCallback, useEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";

/** Detects phones by the user agent. They check a field on blur, so that no message appears while the visitor types. */
function isMobile(): boolean {
  return /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent);
}

/**
 * Validates fields: on a computer on every change, on a phone 100 ms after blur. A choice is made
 * with one touch, so it is checked on change everywhere.
 * @param check returns the error messages of the current form
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

  // An effect, so that it runs after the render with the new value.
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
    /** Shows these messages. Cancels the pending check of a field that was just left, because it could remove its message. */
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

/** The pause in typing after which a message is announced, in milliseconds. */
const pauseMs = 1_000;

/**
 * The screen reader's message about the focused field, debounced, because a message for every letter would interrupt typing.
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

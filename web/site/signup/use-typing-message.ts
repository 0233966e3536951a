import { useCallback, useEffect, useRef, useState } from "react";

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

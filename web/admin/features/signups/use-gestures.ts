import { useEffect, useRef } from "react";

/** Presses that follow one another faster belong to one gesture: a double click, a key that is held and pressed once more. */
const gestureMs = 500;

/**
 * Tells a press of its own from the second of a gesture. What counts is when it was pressed: a busy browser hands presses over
 * late, and two of one gesture may then be handled far apart.
 */
export function useGestures() {
  const pressedAt = useRef(0);
  const begunAt = useRef({ decision: Number.NEGATIVE_INFINITY, undo: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    const noteTime = (event: Event) => {
      pressedAt.current = event.timeStamp;
      // A key that is held holds the gesture on.
      if (event instanceof KeyboardEvent && event.repeat) begunAt.current.decision = event.timeStamp;
    };
    window.addEventListener("keydown", noteTime, true);
    window.addEventListener("click", noteTime, true);
    return () => {
      window.removeEventListener("keydown", noteTime, true);
      window.removeEventListener("click", noteTime, true);
    };
  }, []);
  return {
    /** Whether the press that is being handled begins a gesture; one that does not makes the wait no longer. */
    begins(kind: "decision" | "undo"): boolean {
      if (pressedAt.current - begunAt.current[kind] < gestureMs) return false;
      begunAt.current[kind] = pressedAt.current;
      return true;
    },
  };
}

import { useEffect, useRef } from "react";

/** A ref that is true once the component has left the screen, for responses that arrive late. */
export function useLeft() {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return left;
}

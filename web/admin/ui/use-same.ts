import { useMemo } from "react";

/** Keeps an object's identity while its content is the same, for memoized components. */
export function useSame<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text), [text]);
}

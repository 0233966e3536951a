import { useMemo } from "react";

/** The same object as long as it says the same: for parts that are drawn anew only when something of theirs changes. */
export function useSame<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text), [text]);
}

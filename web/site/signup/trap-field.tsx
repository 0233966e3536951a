import type { Ref } from "react";

/** Whoever fills this is a robot: people do not come to see it. */
export function TrapField({ input }: { input?: Ref<HTMLInputElement> }) {
  return (
    <input
      ref={input}
      name="company"
      defaultValue=""
      tabIndex={-1}
      autoComplete="off"
      aria-label="Ne pas remplir"
    />
  );
}

import type { Ref } from "react";

/** The honeypot: people never see it, so a value means a robot. */
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

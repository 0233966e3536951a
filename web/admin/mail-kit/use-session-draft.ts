import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { draftStoragePrefix } from "#contract/browser-storage.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";

/**
 * Keeps a draft in this tab only, where it survives a reload and the end of the session. The draft belongs to its
 * writer: another admin in the same tab starts with an empty form.
 * @param name a function of the draft when one form writes several drafts, each with its own place
 * @param empty also says which fields a draft has
 */
export function useSessionDraft<Draft extends object>(
  name: string | ((draft: Draft) => string),
  empty: Draft,
) {
  const { email } = useCurrentAdmin();
  const keyOf = (draft: Draft) =>
    `${draftStoragePrefix}${typeof name === "string" ? name : name(draft)}:${email}`;
  const [initial] = useState(() => ({ ...empty, ...readDraft(keyOf(empty), empty) }));
  const [tooLarge, setTooLarge] = useState(false);
  const keep = useDebouncedCallback((draft: Draft) => setTooLarge(!writeDraft(keyOf(draft), draft)), {
    delay: 300,
    flushOnUnmount: true,
  });
  useEffect(() => {
    const flush = () => keep.flush(); // `keep` is another function after each call, so its `flush` is read late
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, [keep]);
  const forget = (draft: Draft) => {
    keep.flush(); // a later write would bring the draft back
    sessionStorage.removeItem(keyOf(draft));
  };
  return { initial, keep, forget, tooLarge };
}

/** Reads the fields that have the same type as in `empty`, or any type where `empty` has null. Ignores all other stored values. */
function readDraft<Draft extends object>(key: string, empty: Draft): Partial<Draft> {
  const stored = parse(sessionStorage.getItem(key));
  const known = Object.entries(stored).filter(([name, value]) => {
    const initial = empty[name as keyof Draft];
    return name in empty && (initial === null || typeof value === typeof initial);
  });
  return Object.fromEntries(known) as Partial<Draft>;
}

function parse(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** @returns false when the browser cannot store the draft, which is then removed, because an older state would mislead */
function writeDraft(key: string, draft: object): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    sessionStorage.removeItem(key);
    return false;
  }
}

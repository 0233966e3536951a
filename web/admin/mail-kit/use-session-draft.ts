import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { draftStoragePrefix } from "#contract/browser-storage.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";

/**
 * What is being written, kept in this tab alone: a session that ends, or a reload, loses nothing. The draft belongs to its
 * writer: the next admin in the same tab starts empty.
 * @param empty also says which fields a draft has
 */
export function useSessionDraft<Draft extends object>(name: string, empty: Draft) {
  const { email } = useCurrentAdmin();
  const key = `${draftStoragePrefix}${name}:${email}`;
  const [initial] = useState(() => ({ ...empty, ...readDraft(key, empty) }));
  const [tooLarge, setTooLarge] = useState(false);
  const keep = useDebouncedCallback((draft: Draft) => setTooLarge(!writeDraft(key, draft)), {
    delay: 300,
    flushOnUnmount: true,
  });
  useEffect(() => {
    const flush = () => keep.flush(); // another function after each call: looked up when it is needed
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, [keep]);
  return { initial, keep, tooLarge };
}

/** Fields of the kind that `empty` has; other stored values are not ours. */
function readDraft<Draft extends object>(key: string, empty: Draft): Partial<Draft> {
  const stored = parse(sessionStorage.getItem(key));
  const known = Object.entries(stored).filter(
    ([name, value]) => name in empty && typeof value === typeof empty[name as keyof Draft],
  );
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

/** @returns false when the browser cannot store it: an older state of it would be worse than none */
function writeDraft(key: string, draft: object): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    sessionStorage.removeItem(key);
    return false;
  }
}

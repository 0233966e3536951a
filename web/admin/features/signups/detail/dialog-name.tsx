import { useEffect, useRef } from "react";

/**
 * The dialog's title. It has the focus from the beginning, so that a key that is held or pressed once more presses no button, and
 * again with the next sign-up, which begins at its top and is read out.
 */
export function DialogName({ id, children }: { id: string | null; children: string }) {
  const name = useRef<HTMLElement>(null);
  const before = useRef(id);
  useEffect(() => {
    if (before.current !== null && id !== null && before.current !== id) {
      name.current?.closest("[role=dialog]")?.scrollTo(0, 0);
      name.current?.focus({ preventScroll: true });
    }
    before.current = id;
  }, [id]);
  return (
    <bdi ref={name} tabIndex={-1} data-autofocus>
      {children}
    </bdi>
  );
}

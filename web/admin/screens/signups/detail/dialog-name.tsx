import { useEffect, useRef } from "react";

/** The dialog's title. With the next sign-up the focus comes to it, so that it is read out. */
export function DialogName({ id, children }: { id: string | null; children: string }) {
  const name = useRef<HTMLElement>(null);
  const before = useRef(id);
  useEffect(() => {
    if (before.current !== null && id !== null && before.current !== id) name.current?.focus();
    before.current = id;
  }, [id]);
  return (
    <bdi ref={name} tabIndex={-1}>
      {children}
    </bdi>
  );
}

import { type ReactNode, useEffect, useRef } from "react";

type ViewHeadingProps = {
  children: ReactNode;
  /** True when the visitor has just come to this view. */
  focus: boolean;
  id?: string;
  className?: string | undefined;
};

/** A view's first heading. It takes the focus when the view is entered, so that readers hear where they are. */
export function ViewHeading({ children, focus, id, className }: ViewHeadingProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) ref.current?.focus({ preventScroll: true });
  }, [focus]);
  return (
    <h1 ref={ref} id={id} className={className} tabIndex={-1}>
      {children}
    </h1>
  );
}

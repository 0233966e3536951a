import type { ReactNode } from "react";

type StillProps = { render: (() => ReactNode) | null; className?: string | undefined };

/**
 * A part of the page that never changes: rendered at build, left as it is in the browser. Its code and texts are not sent
 * again as JavaScript, and React has nothing to do there.
 * @param render called at build only; behind `import.meta.env.SSR` the bundler drops it with all that it imports
 */
export function Still({ render, className }: StillProps) {
  if (render) return <div className={className}>{render()}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, which tells React to keep what the build rendered
  return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
}

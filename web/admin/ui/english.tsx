type EnglishProps = { children: string; sense?: string };

/** English words from the specification, followed by their French meaning, unless that is already beside them. */
export function English({ children, sense }: EnglishProps) {
  return (
    <>
      <span lang="en">{children}</span>
      {sense && ` (${sense})`}
    </>
  );
}

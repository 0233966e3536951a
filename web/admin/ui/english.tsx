type EnglishProps = { children: string; sense?: string };

/** Words that the specification quotes in English, with their French sense after them unless it is beside them already. */
export function English({ children, sense }: EnglishProps) {
  return (
    <>
      <span lang="en">{children}</span>
      {sense && ` (${sense})`}
    </>
  );
}

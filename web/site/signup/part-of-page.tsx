/** @param id of the template in which the home page keeps it */
export function PartOfPage({ id, className }: { id: string; className: string | undefined }) {
  return (
    <div
      className={className}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a part of this very page, as the server rendered it
      dangerouslySetInnerHTML={{ __html: document.getElementById(id)?.innerHTML ?? "" }}
    />
  );
}

/** Shows the content of a template of the home page. @param id the id of the template */
export function PartOfPage({ id, className }: { id: string; className: string | undefined }) {
  return (
    <div
      className={className}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a part of this page, as the server rendered it
      dangerouslySetInnerHTML={{ __html: document.getElementById(id)?.innerHTML ?? "" }}
    />
  );
}

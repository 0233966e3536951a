import { Anchor } from "@mantine/core";
import { formatWebsite } from "#web/lib/format.ts";

/** Only http and https are ever linked, whatever the database holds. */
export function WebsiteLink({ website }: { website: string | null }) {
  if (!website) return <>—</>;
  const text = formatWebsite(website);
  if (!/^https?:\/\//i.test(website)) return <>{text}</>;
  return (
    <Anchor href={website} target="_blank" rel="noopener noreferrer" size="sm" underline="always">
      {text}
    </Anchor>
  );
}

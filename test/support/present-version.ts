/** A signed-in call that answers with its JSON. */
type Read = (path: string) => Promise<unknown>;
type Listed = { items?: { id: string; version: number }[]; version?: number };

/**
 * The present version of an object, as a screen reads it before it saves; 1 for a missing entry.
 * @param path the path of the PUT: of settings, or of one entry of a list
 */
export async function presentVersion(read: Read, path: string): Promise<number> {
  if (path.endsWith("/settings")) return ((await read(path)) as Listed).version as number;
  const [, list = "", id] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
  const { items = [] } = (await read(list)) as Listed;
  return items.find((item) => item.id === id)?.version ?? 1;
}

/** A signed-in call that answers with its JSON. */
type Read = (path: string) => Promise<unknown>;
type Listed = { items?: { id: string; version: number }[]; version?: number };

/**
 * The version that a screen which has just been loaded would save from.
 * @param path of the PUT: the settings', or that of one entry of a list; 1 for an entry that is not there
 */
export async function presentVersion(read: Read, path: string): Promise<number> {
  if (path.endsWith("/settings")) return ((await read(path)) as Listed).version as number;
  const [, list = "", id] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
  const { items = [] } = (await read(list)) as Listed;
  return items.find((item) => item.id === id)?.version ?? 1;
}

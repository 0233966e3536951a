/** The oldest major version of Node that runs a built server. It is in the `engines` of a release. */
export const leastNode = 24;

/**
 * Explains why this Node cannot run the server; null when it can. The first module that calls this must not import anything that an old
 * Node does not support.
 * @param version as in `process.versions.node`
 */
export function oldNodeLine(version: string): string | null {
  if (Number.parseInt(version, 10) >= leastNode) return null;
  return `Tenue needs Node ${leastNode} or newer, and this is Node ${version}: install a newer one (docs/operations.md says how).`;
}

/** Ends this process with one line on a Node that is too old. */
export function refuseOldNode(): void {
  const line = oldNodeLine(process.versions.node);
  if (line === null) return;
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

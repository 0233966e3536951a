import { constants } from "node:fs";
import { copyFile, mkdir, readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";

/** What Node has threads for. */
const atOnce = 4;

/**
 * Copies a folder of plain files and folders, several files at a time: most are small, and what they cost is the way to each. Where the
 * file system can, copies share what they hold with the files they are made from.
 * @param isNeeded whether a file is copied, by its path within the folder; folders are all made
 */
export async function copyFolder(
  from: string,
  to: string,
  isNeeded: (path: string) => boolean,
): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const pathOf = ({ parentPath, name }: { parentPath: string; name: string }) =>
    relative(from, join(parentPath, name));
  for (const folder of entries.filter((entry) => entry.isDirectory()))
    await mkdir(join(to, pathOf(folder)), { recursive: true, mode: 0o700 });
  const files = entries.filter((entry) => entry.isFile()).map(pathOf);
  const waiting = files.filter(isNeeded).values();
  const copyOn = async () => {
    for (const path of waiting) await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
  };
  // All have ended before a failure is told: whoever removes the copy is alone in it.
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, copyOn));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** @returns bytes of all files; those that vanish meanwhile count nothing */
export async function sizeOfFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

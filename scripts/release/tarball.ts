import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { constants, gzipSync } from "node:zlib";

/**
 * Packs a folder so that the same content gives the same bytes: sorted names, one date, no owner.
 * @param date in seconds since 1970
 * @returns the archive's SHA-256, hexadecimal
 */
export function packFolder(folder: string, archive: string, date: number): string {
  const { status, stdout, stderr } = spawnSync(
    "tar",
    [
      "--create",
      "--format=ustar",
      "--sort=name",
      `--mtime=@${date}`,
      "--owner=0",
      "--group=0",
      "--numeric-owner",
      "--mode=u=rwX,go=rX",
      `--directory=${dirname(folder)}`,
      basename(folder),
    ],
    { env: { ...process.env, LC_ALL: "C" }, maxBuffer: 256 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`GNU tar is needed: ${stderr?.toString() ?? ""}`);
  const packed = gzipSync(stdout, { level: constants.Z_BEST_COMPRESSION });
  writeFileSync(archive, packed);
  return createHash("sha256").update(packed).digest("hex");
}

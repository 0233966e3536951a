import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

/** Text files with the same content on every server. Files with the public address are compressed when the server starts. */
const compressible = /\.(js|css|svg|vtt|webmanifest|ico)$/;
const brotli = promisify(brotliCompress);

/** Writes `file.br` beside each text file that becomes smaller. The server makes gzip for the few clients that need it. */
export async function compressFolder(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => compressible.test(path) && statSync(path).isFile());
  await Promise.all(files.map(compressFile));
}

async function compressFile(path: string): Promise<void> {
  const content = readFileSync(path);
  const packed = await brotli(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
  if (packed.length < content.length) writeFileSync(`${path}.br`, packed);
}

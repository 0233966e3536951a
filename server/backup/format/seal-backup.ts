import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Decrypter, Encrypter, identityToRecipient } from "age-encryption";
import { damaged, UnusableBackupError } from "./backup-format.ts";

/** How every file of age begins, https://age-encryption.org/v1: any implementation of it opens what this one sealed. */
export const sealStart = Buffer.from("age-encryption.org/v1\n");

export const isSealed = (start: Buffer) => start.subarray(0, sealStart.length).equals(sealStart);

const isIdentity = (backupKey: string) => backupKey.startsWith("AGE-SECRET-KEY-");

/** @param backupKey an identity or a recipient of age */
export async function seal(content: Readable, backupKey: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(isIdentity(backupKey) ? await identityToRecipient(backupKey) : backupKey);
  const sealed = await encrypter.encrypt(Readable.toWeb(content) as globalThis.ReadableStream<Uint8Array>);
  return Readable.fromWeb(sealed as ReadableStream<Uint8Array>);
}

/** @throws UnusableBackupError when there is no identity, or another than the one it was sealed for, or it was altered */
export async function* unseal(
  sealed: AsyncIterable<Buffer>,
  backupKey: string | undefined,
): AsyncGenerator<Buffer, void> {
  if (backupKey === undefined || !isIdentity(backupKey)) {
    throw new UnusableBackupError(
      "The backup is encrypted: set BACKUP_KEY to the identity that it was made for (AGE-SECRET-KEY-1…).",
    );
  }
  const decrypter = new Decrypter();
  decrypter.addIdentity(backupKey);
  const source = Readable.toWeb(Readable.from(sealed, { objectMode: false }));
  const opened = await decrypter
    .decrypt(source as globalThis.ReadableStream<Uint8Array>)
    .catch((error: unknown) => {
      throw /no identity matched/.test(String(error))
        ? new UnusableBackupError(
            "The backup is encrypted for another key: set BACKUP_KEY to the identity that it was made for.",
          )
        : damaged("its encryption cannot be read");
    });
  try {
    for await (const piece of Readable.fromWeb(opened as ReadableStream<Uint8Array>))
      yield Buffer.from(piece);
  } catch (error) {
    if (error instanceof Error && "syscall" in error) throw error;
    throw damaged("its encryption does not hold: it was cut or altered");
  }
}

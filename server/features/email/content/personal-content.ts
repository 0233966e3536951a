import { createSecretBox, SecretBoxError } from "#server/lib/secret-box.ts";

const mark = "sealed:";

/**
 * Content that only its recipient may read (a one-time link). It stands encrypted in the log, so that whoever reads the log
 * or a copy of the database cannot use it.
 */
export function sealContent(html: string, authSecret: string): string {
  return mark + boxOf(authSecret).seal(html);
}

export function isSealedContent(content: string): boolean {
  return content.startsWith(mark);
}

/** @returns null when it was sealed with another AUTH_SECRET */
export function openContent(content: string, authSecret: string): string | null {
  if (!isSealedContent(content)) return content;
  try {
    return boxOf(authSecret).open(content.slice(mark.length));
  } catch (error) {
    if (error instanceof SecretBoxError) return null;
    throw error;
  }
}

const boxOf = (authSecret: string) => createSecretBox(authSecret, "personal e-mail content");

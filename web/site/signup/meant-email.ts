/** Mailbox providers of most French visitors. Names shorter than seven letters are too close to others. */
const providers =
  "gmail.com outlook.com outlook.fr hotmail.com hotmail.fr live.com live.fr yahoo.com yahoo.fr icloud.com orange.fr wanadoo.fr free.fr laposte.net bbox.fr numericable.fr protonmail.com proton.me".split(
    " ",
  );

/** The address that was probably meant: its domain is one slip away from a provider's. Null for any other. */
export function meantEmail(typed: string): string | null {
  const domain = /^[^@]+@([^@]+)$/.exec(typed.trim())?.[1]?.toLowerCase();
  if (domain === undefined || providers.includes(domain)) return null;
  const near = withoutOneLetter(domain);
  const meant = providers.find(
    (provider) =>
      // Gmail comes first, and has no address in .fr.
      domain === "gmail.fr" || withoutOneLetter(provider).some((text) => near.includes(text)),
  );
  return meant ? typed.trim().replace(/@.*/, `@${meant}`) : null;
}

/** The text, and each that misses one of its letters. Two that share one differ by a letter more, less, other or elsewhere. */
function withoutOneLetter(text: string): string[] {
  return [text, ...[...text].map((_, index) => text.slice(0, index) + text.slice(index + 1))];
}

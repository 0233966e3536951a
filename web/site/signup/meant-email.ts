/** The mailbox providers of most French visitors. Domains shorter than seven characters are left out, as too similar to others. */
const providers =
  "gmail.com outlook.com outlook.fr hotmail.com hotmail.fr live.com live.fr yahoo.com yahoo.fr icloud.com orange.fr wanadoo.fr free.fr laposte.net bbox.fr numericable.fr protonmail.com proton.me".split(
    " ",
  );

/** The address that was probably meant, when its domain is one typing error away from a provider's; null otherwise. */
export function meantEmail(typed: string): string | null {
  const domain = /^[^@]+@([^@]+)$/.exec(typed.trim())?.[1]?.toLowerCase();
  if (domain === undefined || providers.includes(domain)) return null;
  const near = withoutOneLetter(domain);
  const meant = providers.find(
    (provider) =>
      // Gmail has no .fr domain. `find` returns the first provider, which is Gmail.
      domain === "gmail.fr" || withoutOneLetter(provider).some((text) => near.includes(text)),
  );
  return meant ? typed.trim().replace(/@.*/, `@${meant}`) : null;
}

/** The text and all its variants without one letter. Texts with a common variant differ by one added, missing, other or moved letter. */
function withoutOneLetter(text: string): string[] {
  return [text, ...[...text].map((_, index) => text.slice(0, index) + text.slice(index + 1))];
}

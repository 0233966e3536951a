/** Mailbox providers of most French visitors. Names shorter than seven letters are too close to others. */
const providers = [
  ...[
    "gmail.com",
    "outlook.com",
    "outlook.fr",
    "hotmail.com",
    "hotmail.fr",
    "live.com",
    "live.fr",
    "yahoo.com",
  ],
  ...[
    "yahoo.fr",
    "icloud.com",
    "orange.fr",
    "wanadoo.fr",
    "free.fr",
    "laposte.net",
    "bbox.fr",
    "numericable.fr",
  ],
  ...["protonmail.com", "proton.me"],
];
const otherNames: Record<string, string> = { "gmail.fr": "gmail.com", "icloud.fr": "icloud.com" };

/** The address that was probably meant: its domain is one slip away from a provider's. Null for any other. */
export function meantEmail(typed: string): string | null {
  const [local = "", domain = "", ...more] = typed.trim().toLowerCase().split("@");
  if (local === "" || more.length > 0 || providers.includes(domain)) return null;
  const meant = otherNames[domain] ?? providers.find((provider) => isOneSlipAway(domain, provider));
  return meant === undefined ? null : `${typed.trim().slice(0, local.length)}@${meant}`;
}

/** One letter more, less or other, or two neighbours in turn. */
function isOneSlipAway(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length);
  let start = 0;
  while (start < shorter && typed[start] === meant[start]) start += 1;
  let end = 0;
  while (end < shorter - start && typed.at(-1 - end) === meant.at(-1 - end)) end += 1;
  const [wrong, right] = [typed.slice(start, typed.length - end), meant.slice(start, meant.length - end)];
  return (
    (wrong.length <= 1 && right.length <= 1) || (wrong.length === 2 && wrong === `${right[1]}${right[0]}`)
  );
}

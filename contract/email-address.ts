import { limits } from "./limits.ts";

/** One pass, no nested repetition: linear in the length of the input (checklist line 7). */
const pattern = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\.]+(?:\.[^\s@,;:<>()[\]"\\.]+)+$/u;

/** True for an address of the usual form `local@domain.tld`, at most 254 characters, no spaces or line breaks. */
export function isEmailAddress(text: string): boolean {
  if (text.length > limits.emailMax || !pattern.test(text)) return false;
  const local = text.slice(0, text.lastIndexOf("@"));
  return local.length <= 64 && !local.startsWith(".") && !local.endsWith(".") && !local.includes("..");
}

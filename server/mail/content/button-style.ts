import type { MailFace } from "./mail-face.ts";

/** A link that is to be seen first, in the owner's colour. */
export function buttonStyle({ color, textOnColor }: Pick<MailFace, "color" | "textOnColor">): string {
  return `display: inline-block; padding: 14px 28px; border-radius: 6px; background-color: ${color}; color: ${textOnColor}; font-size: 17px; line-height: 24px; font-weight: bold; text-decoration: none`;
}

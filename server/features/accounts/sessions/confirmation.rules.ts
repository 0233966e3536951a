import { sessionLimits } from "#contract/admins.ts";

type Confirmations = { createdAt: Date; confirmedAt: Date | null };

/** A sign-in asks for password and second factor, so that it counts as a confirmation itself. */
export function isRecentlyConfirmed({ createdAt, confirmedAt }: Confirmations, now: Date): boolean {
  const last = Math.max(createdAt.getTime(), confirmedAt?.getTime() ?? 0);
  return now.getTime() - last < sessionLimits.confirmationMs;
}

/** Six digits are the app's; what recovery codes look like is the sign-in library's affair. */
export function kindOfCode(code: string): "totp" | "recovery_code" {
  return /^\d{6}$/.test(code) ? "totp" : "recovery_code";
}

/** Apps show their digits in groups. */
export function typedCode(text: string): string {
  return text.replace(/\s/g, "");
}

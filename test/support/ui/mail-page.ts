// Loaded with the test file, so that the first test does not wait for the code of its screen.
import "#web/admin/features/mailing/mailing-screen.tsx";
import "#web/admin/features/single/single-screen.tsx";
import "#web/admin/ui/toasts.tsx";
import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

/** Parts of the screens that write mail. */
export const button = (name: string) => page.getByRole("button", { name, exact: true });
export const field = (name: string) => page.getByRole("textbox", { name, exact: true });
export const dialog = (name: string) => page.getByRole("dialog", { name, exact: true });
export const inDialog = (title: string, name: string) =>
  dialog(title).getByRole("button", { name, exact: true });
export const editor = field("Contenu");
export const htmlSource = field("Contenu (HTML)");
export const htmlSwitch = page.getByRole("switch", { name: "HTML", exact: true });

/** The sandboxed frame that shows a mail. Its document has an opaque origin, so tests can read only its source. */
export function mailFrame(): { html: string; sandbox: string | null } {
  const frame = document.querySelector("iframe");
  return { html: frame?.srcdoc ?? "", sandbox: frame?.getAttribute("sandbox") ?? null };
}

/** Waits for a button and presses it with the keyboard. */
export async function press(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible();
  (button(name).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
}

/** Fires the event of a reload. Data that must survive a reload are stored when the event ends. */
export async function leavePage(): Promise<void> {
  window.dispatchEvent(new PageTransitionEvent("pagehide"));
  const stored = { ...sessionStorage };
  await cleanup();
  sessionStorage.clear();
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);
}

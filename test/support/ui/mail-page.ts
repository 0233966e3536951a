import { page } from "vitest/browser";

/** Parts of the screens that write mail. */
export const button = (name: string) => page.getByRole("button", { name, exact: true });
export const field = (name: string) => page.getByRole("textbox", { name, exact: true });
export const dialog = (name: string) => page.getByRole("dialog", { name, exact: true });
export const inDialog = (title: string, name: string) =>
  dialog(title).getByRole("button", { name, exact: true });
export const editor = field("Contenu");
export const htmlSource = field("Contenu (HTML)");
export const htmlSwitch = page.getByRole("switch", { name: "HTML", exact: true });

/** The sandboxed frame that shows a mail. Its document has an origin of its own: only what it was given can be read. */
export function mailFrame(): { html: string; sandbox: string | null } {
  const frame = document.querySelector("iframe");
  return { html: frame?.srcdoc ?? "", sandbox: frame?.getAttribute("sandbox") ?? null };
}

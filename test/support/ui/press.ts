import { type Locator, userEvent } from "vitest/browser";

/** Focuses a control and presses keys on it, e.g. `"{Enter}"` or `"{Alt>}{ArrowUp}{/Alt}"`. */
export async function press(control: Locator, keys: string): Promise<void> {
  const element = await control.findElement();
  element.focus();
  await userEvent.keyboard(keys);
}

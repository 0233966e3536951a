/** Moves to the first field that was refused, also when it stands inside a part that is folded away. */
export function focusFirstError(errors: Record<string, unknown>): void {
  const [name] = Object.keys(errors);
  const field = document.querySelector<HTMLElement>(`[data-path="${name}"]`);
  field?.closest("details")?.setAttribute("open", "");
  field?.focus();
}

/** Moves to a field of a form, also when it stands inside a part that is folded away. */
export function focusField(name: string | undefined): void {
  const field = document.querySelector<HTMLElement>(`[data-path="${name}"]`);
  field?.closest("details")?.setAttribute("open", "");
  field?.focus();
}

/** Moves to the first field that was refused. */
export function focusFirstError(errors: Record<string, unknown>): void {
  focusField(Object.keys(errors)[0]);
}

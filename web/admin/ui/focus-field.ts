/**
 * Moves to a field of a form, also when it stands inside a part that is folded away. Of two with one name it is the one in the
 * dialog: what lies under it cannot be reached.
 */
export function focusField(name: string | undefined): void {
  const fields = document.querySelectorAll<HTMLElement>(`[data-path="${name}"]`);
  const field = [...fields].find((candidate) => candidate.closest("[role=dialog]")) ?? fields[0];
  field?.closest("details")?.setAttribute("open", "");
  field?.focus();
}

/** Moves to the first field that was refused. */
export function focusFirstError(errors: Record<string, unknown>): void {
  focusField(Object.keys(errors)[0]);
}

import { ApiFailure } from "#web/lib/api.ts";

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

/** Says beside the fields of a form what the server found wrong with them, and moves to the first. */
export function showRefusal(
  form: { setErrors: (errors: Record<string, string>) => void },
  error: unknown,
): void {
  if (!(error instanceof ApiFailure)) return;
  form.setErrors(error.fields);
  focusFirstError(error.fields);
}

/** Once the refusal is drawn: moves to the first field of a form that it is about, if it is about one. */
export function focusRefusedField(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}

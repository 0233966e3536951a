/** Puts a text where the cursor was, and the cursor after it. @param onChange is told the whole new value */
export function insertAtCursor(
  field: HTMLInputElement | HTMLTextAreaElement,
  text: string,
  onChange: (value: string) => void,
): void {
  const { value, selectionStart, selectionEnd } = field;
  const start = selectionStart ?? value.length;
  onChange(value.slice(0, start) + text + value.slice(selectionEnd ?? start));
  requestAnimationFrame(() => {
    field.focus();
    field.setSelectionRange(start + text.length, start + text.length);
  });
}

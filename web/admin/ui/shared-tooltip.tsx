import { Tooltip } from "@mantine/core";
import { type ComponentProps, useState } from "react";

/**
 * One tooltip for everything inside that has a `data-tip`: a list has three such buttons in every row, and a tooltip around each of
 * them took longer to draw than the rows. Shown under the pointer as long as it stays there or on the tooltip (WCAG 1.4.13), and to
 * the keyboard with the focus, also when what scrolls passes under a pointer that rests.
 */
export function SharedTooltip({ children, ...props }: ComponentProps<"div">) {
  const [pointed, setPointed] = useState<HTMLElement | null>(null);
  const [focused, setFocused] = useState<HTMLElement | null>(null);
  const target = pointed ?? focused;
  const hide = () => {
    setPointed(null);
    setFocused(null);
  };
  const follow = (to: EventTarget | null) => setPointed((present) => explained(to, present));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, what is inside is explained.
    <div
      {...props}
      onPointerOver={(event) => follow(event.target)}
      onPointerOut={(event) => follow(event.relatedTarget)}
      onFocus={(event) => {
        if (!event.target.matches(":focus-visible")) return;
        setPointed(null);
        setFocused(explained(event.target, null));
      }}
      onBlur={(event) => {
        setFocused(null);
        props.onBlur?.(event);
      }}
      onKeyDown={({ key }) => key === "Escape" && hide()}
      onClick={hide}
    >
      {children}
      {target && (
        // No gap between the two, which the pointer would fall into.
        <Tooltip key={target.dataset.tip} target={target} opened offset={0} label={target.dataset.tip} />
      )}
    </div>
  );
}

/** What the pointer explains at a place: on the tooltip it is still what the tooltip is about. */
function explained(at: EventTarget | null, present: HTMLElement | null): HTMLElement | null {
  if (!(at instanceof Element)) return null;
  return at.closest("[role=tooltip]") ? present : at.closest<HTMLElement>("[data-tip]");
}

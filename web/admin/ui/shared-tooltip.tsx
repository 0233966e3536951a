import { Tooltip } from "@mantine/core";
import { type ComponentProps, useState } from "react";

/**
 * One tooltip for all elements inside that have a `data-tip`. A list has three such buttons in every row, and separate tooltips
 * took longer to render than the rows. Appears while the pointer is on the element or the tooltip (WCAG 1.4.13), and while the
 * element has the keyboard focus, even when scrolling moves other elements under the pointer.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only show tooltips of the elements inside.
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
        // No gap between element and tooltip, so that the pointer can move to the tooltip.
        <Tooltip key={target.dataset.tip} target={target} opened offset={0} label={target.dataset.tip} />
      )}
    </div>
  );
}

/** The element whose tooltip is shown for this target. Over the tooltip itself, this is still the current element. */
function explained(at: EventTarget | null, present: HTMLElement | null): HTMLElement | null {
  if (!(at instanceof Element)) return null;
  return at.closest("[role=tooltip]") ? present : at.closest<HTMLElement>("[data-tip]");
}

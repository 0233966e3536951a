import { Tooltip } from "@mantine/core";
import { type ComponentProps, type SyntheticEvent, useState } from "react";

/**
 * One tooltip for everything inside that has a `data-tip`: a list has three such buttons in every row, and a tooltip around each of
 * them took longer to draw than the rows. Shown under the pointer as long as it stays, and to the keyboard with the focus, also when
 * what scrolls passes under a pointer that rests.
 */
export function SharedTooltip({ children, ...props }: ComponentProps<"div">) {
  const [pointed, setPointed] = useState<HTMLElement | null>(null);
  const [focused, setFocused] = useState<HTMLElement | null>(null);
  const target = pointed ?? focused;
  const hide = () => {
    setPointed(null);
    setFocused(null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, what is inside is explained.
    <div
      {...props}
      onPointerOver={(event) => setPointed(explained(event))}
      onPointerOut={() => setPointed(null)}
      onFocus={(event) => {
        if (!event.target.matches(":focus-visible")) return;
        setPointed(null);
        setFocused(explained(event));
      }}
      onBlur={(event) => {
        setFocused(null);
        props.onBlur?.(event);
      }}
      onKeyDown={({ key }) => key === "Escape" && hide()}
      onClick={hide}
    >
      {children}
      {target && <Tooltip key={target.dataset.tip} target={target} opened label={target.dataset.tip} />}
    </div>
  );
}

function explained({ target }: SyntheticEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
}

import { Tooltip } from "@mantine/core";
import { type ComponentProps, type SyntheticEvent, useState } from "react";

/**
 * One tooltip for everything inside that has a `data-tip`: a list has three such buttons in every row, and a tooltip around each of
 * them took longer to draw than the rows. Shown under the pointer as long as it stays, and to the keyboard with the focus.
 */
export function SharedTooltip({ children, ...props }: ComponentProps<"div">) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const show = (event: SyntheticEvent) =>
    setTarget(event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tip]") : null);
  const hide = () => setTarget(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, what is inside is explained.
    <div
      {...props}
      onPointerOver={show}
      onPointerOut={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && show(event)}
      onBlur={(event) => {
        hide();
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

import type { ReactNode } from "react";
import type { Audience } from "#contract/audience.ts";

type OnlyForProps = {
  /** Whom the children are for. */
  asked: readonly Audience[];
  /** Whom the form is drawn for. */
  audiences: readonly Audience[];
  children: ReactNode;
};

/** Where a form is drawn for both audiences, names the one that a part is for: the page's style sheet shows it to that one alone. */
export function OnlyFor({ asked, audiences, children }: OnlyForProps) {
  return asked.length === audiences.length ? children : <div data-for={asked[0]}>{children}</div>;
}

import type { Screen } from "./screens.ts";

type Props = { screens: Screen[]; onClose: () => void };

export default function CommandPalette(_: Props) {
  return null;
}

import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";

/** Switches the theme, which follows the system until then. The browser keeps the choice. */
export function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const current = useComputedColorScheme("light");
  const next = current === "dark" ? "light" : "dark";
  const label = next === "dark" ? "Passer au thème sombre" : "Passer au thème clair";
  const ThemeIcon = next === "dark" ? IconMoon : IconSun;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(next)}
    >
      <ThemeIcon size={20} aria-hidden />
    </ActionIcon>
  );
}

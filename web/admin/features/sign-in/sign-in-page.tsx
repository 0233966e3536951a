import { Text, Title } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { brand } from "#contract/brand.ts";
import { ThemeSwitch } from "#web/admin/ui/theme-switch.tsx";
import { useRouteAnnouncement } from "#web/admin/ui/use-route-announcement.ts";
import { Hanger } from "./hanger.tsx";
import classes from "./sign-in.module.css";

type Props = { title: string; subtitle?: string; children: ReactNode };

/** The look of every screen that is reached without a session. */
export function SignInPage({ title, subtitle, children }: Props) {
  const main = useRef<HTMLElement>(null);
  useRouteAnnouncement(main);
  return (
    <div className={classes.page}>
      <header className={classes.cover}>
        <span className={classes.wordmark}>{brand.name}</span>
        <Hanger className={classes.hanger ?? ""} />
      </header>
      <main ref={main} tabIndex={-1} className={classes.main}>
        <div className={classes.themeSwitch}>
          <ThemeSwitch />
        </div>
        <div className={classes.panel}>
          <Title order={1}>{title}</Title>
          {subtitle && <Text c="dimmed">{subtitle}</Text>}
          {children}
        </div>
      </main>
    </div>
  );
}

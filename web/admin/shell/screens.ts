import {
  type Icon,
  IconBuildingStore,
  IconChartBar,
  IconHeartRateMonitor,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconMail,
  IconMailCog,
  IconMailOff,
  IconSend,
  IconShieldLock,
  IconUserCog,
  IconUserShield,
  IconUsers,
  IconWorld,
} from "@tabler/icons-react";
import type { ComponentType } from "react";

export type Screen = {
  /** Below /admin/dashboard; "" is the index. */
  path: string;
  /** What may stand behind the path in the address: one thing of the screen's, on a page of its own. */
  below?: string;
  /** The menu's word for it, and the document's title. */
  label: string;
  icon: Icon;
  superAdminOnly?: boolean;
  load: () => Promise<{ default: ComponentType }>;
};

/**
 * Every screen of the back office, in the menu's order: dashboard, signups, brands, email-sender, single-email, stats,
 * questionnaire, emails, privacy, suppressions, users, site, state, journal, account. Menu, routes and command palette are made from this list.
 */
export const screens: Screen[] = [
  {
    path: "",
    label: "Dashboard",
    icon: IconLayoutDashboard,
    load: () => import("#web/admin/screens/dashboard/dashboard-screen.tsx"),
  },
  {
    path: "signups",
    label: "Inscriptions utilisateurs",
    icon: IconUsers,
    load: () => import("#web/admin/screens/signups/user-signups-screen.tsx"),
  },
  {
    path: "brands",
    label: "Inscriptions marques",
    icon: IconBuildingStore,
    load: () => import("#web/admin/screens/signups/brand-signups-screen.tsx"),
  },
  {
    path: "email-sender",
    below: "campaign",
    label: "Emails en masse",
    icon: IconSend,
    load: () => import("#web/admin/screens/campaigns/campaigns-screen.tsx"),
  },
  {
    path: "single-email",
    label: "Email individuel",
    icon: IconMail,
    load: () => import("#web/admin/screens/single/single-screen.tsx"),
  },
  {
    path: "stats",
    label: "Statistiques",
    icon: IconChartBar,
    load: () => import("#web/admin/screens/stats/stats-screen.tsx"),
  },
  {
    path: "questionnaire",
    label: "Questionnaire",
    icon: IconListDetails,
    load: () => import("#web/admin/screens/questionnaire/questionnaire-screen.tsx"),
  },
  {
    path: "emails",
    label: "Emails",
    icon: IconMailCog,
    load: () => import("#web/admin/screens/mailing/mailing-screen.tsx"),
  },
  {
    path: "privacy",
    label: "Données personnelles",
    icon: IconShieldLock,
    load: () => import("#web/admin/screens/privacy/privacy-screen.tsx"),
  },
  {
    path: "suppressions",
    label: "Adresses bloquées",
    icon: IconMailOff,
    load: () => import("#web/admin/screens/suppressions/suppressions-screen.tsx"),
  },
  {
    path: "users",
    label: "Utilisateurs",
    icon: IconUserShield,
    superAdminOnly: true,
    load: () => import("#web/admin/screens/admins/admins-screen.tsx"),
  },
  {
    path: "site",
    label: "Site",
    icon: IconWorld,
    superAdminOnly: true,
    load: () => import("#web/admin/screens/site/site-screen.tsx"),
  },
  {
    path: "state",
    label: "État",
    icon: IconHeartRateMonitor,
    superAdminOnly: true,
    load: () => import("#web/admin/screens/state/state-screen.tsx"),
  },
  {
    path: "journal",
    label: "Journal",
    icon: IconHistory,
    superAdminOnly: true,
    load: () => import("#web/admin/screens/journal/journal-screen.tsx"),
  },
  {
    path: "account",
    label: "Mon compte",
    icon: IconUserCog,
    load: () => import("#web/admin/screens/account/account-screen.tsx"),
  },
];

/** The screens that an admin may open. */
export function screensFor(admin: { isSuperAdmin: boolean }): Screen[] {
  return screens.filter((screen) => !screen.superAdminOnly || admin.isSuperAdmin);
}

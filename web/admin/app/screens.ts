import {
  type Icon,
  IconBuildingStore,
  IconChartBar,
  IconHeartRateMonitor,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconLifebuoy,
  IconListDetails,
  IconMail,
  IconMailCog,
  IconSend,
  IconShieldLock,
  IconTicket,
  IconUserCog,
  IconUserShield,
  IconUsers,
  IconWebhook,
  IconWorld,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { PrefetchScreen } from "#web/admin/ui/prefetch.ts";

/** The headings of the menu, in the menu's order. */
export const screenGroups = ["Inscriptions", "E-mails", "Produit", "Réglages"] as const;
type ScreenGroup = (typeof screenGroups)[number];

type ScreenModule = {
  default: ComponentType;
  prefetch?: PrefetchScreen;
};

export type Screen = {
  /** The path below /admin/dashboard; "" is the dashboard. */
  path: string;
  /** The name of an optional parameter after the path: the id of an item that has a separate page. */
  below?: string;
  /** The screen's name in menu and palette, and the document's title. */
  label: string;
  /** The French meaning of an English label. */
  sense?: string;
  /** The heading in menu and palette. The dashboard comes first, without a heading. */
  group?: ScreenGroup;
  /** The menu's entry when it differs from the label: several screens can share one. Null when only the header opens the screen. */
  entry?: string | null;
  /** Further search words for the palette. */
  words?: string;
  icon: Icon;
  superAdminOnly?: boolean;
  load: () => Promise<ScreenModule>;
};

/** Opened by the admin's address in the header. */
export const accountScreen: Screen = {
  path: "account",
  label: "Mon compte",
  group: "Réglages",
  entry: null,
  words: "mot de passe sessions profil",
  icon: IconUserCog,
  load: () => import("#web/admin/features/account/account-screen.tsx"),
};

/** Opened by the question mark in the header. */
export const helpScreen: Screen = {
  path: "help",
  label: "Aide",
  group: "Réglages",
  entry: null,
  words: "raccourcis touches états e-mail loi RGPD",
  icon: IconLifebuoy,
  load: () => import("#web/admin/features/help/help-screen.tsx"),
};

/** Every screen of the back office, by group and in the menu's order. Menu, routes and command palette use this list. */
export const screens: Screen[] = [
  {
    path: "",
    label: "Dashboard",
    sense: "Tableau de bord",
    words: "tableau de bord accueil",
    icon: IconLayoutDashboard,
    load: () => import("#web/admin/features/dashboard/dashboard-screen.tsx"),
  },
  {
    path: "signups",
    label: "Inscriptions utilisateurs",
    group: "Inscriptions",
    icon: IconUsers,
    load: () => import("#web/admin/features/signups/user-signups-screen.tsx"),
  },
  {
    path: "brands",
    label: "Inscriptions marques",
    group: "Inscriptions",
    icon: IconBuildingStore,
    load: () => import("#web/admin/features/signups/brand-signups-screen.tsx"),
  },
  {
    path: "imports",
    label: "Importer des inscriptions",
    group: "Inscriptions",
    entry: null,
    words: "import CSV liste Mailchimp Brevo Google listmonk",
    icon: IconUsers,
    superAdminOnly: true,
    load: () => import("#web/admin/features/imports/imports-screen.tsx"),
  },
  {
    path: "waves",
    below: "wave",
    label: "Vagues",
    group: "Inscriptions",
    words: "invitations codes tirage inviter",
    icon: IconTicket,
    load: () => import("#web/admin/features/waves/waves-screen.tsx"),
  },
  {
    path: "stats",
    label: "Statistiques",
    group: "Inscriptions",
    words: "réponses graphiques provenance parrainages",
    icon: IconChartBar,
    load: () => import("#web/admin/features/stats/stats-screen.tsx"),
  },
  {
    path: "privacy",
    label: "Données personnelles",
    group: "Inscriptions",
    words: "RGPD demandes effacement",
    icon: IconShieldLock,
    load: () => import("#web/admin/features/privacy/privacy-screen.tsx"),
  },
  {
    path: "email-sender",
    below: "campaign",
    label: "E-mails en masse",
    group: "E-mails",
    words: "emails campagnes",
    icon: IconSend,
    load: () => import("#web/admin/features/campaigns/campaigns-screen.tsx"),
  },
  {
    path: "single-email",
    label: "E-mail individuel",
    group: "E-mails",
    words: "email message",
    icon: IconMail,
    load: () => import("#web/admin/features/single/single-screen.tsx"),
  },
  {
    path: "emails",
    label: "Réglages e-mail",
    group: "E-mails",
    words: "e-mails emails modèles envoi SMTP domaine adresses bloquées rebonds désinscriptions",
    icon: IconMailCog,
    load: () => import("#web/admin/features/mailing/mailing-screen.tsx"),
  },
  {
    path: "questionnaire",
    label: "Questionnaire",
    group: "Produit",
    icon: IconListDetails,
    load: () => import("#web/admin/features/questionnaire/questionnaire-screen.tsx"),
  },
  {
    path: "site",
    label: "Site",
    group: "Produit",
    icon: IconWorld,
    superAdminOnly: true,
    load: () => import("#web/admin/features/site/site-screen.tsx"),
  },
  {
    path: "users",
    label: "Administrateurs",
    group: "Réglages",
    words: "utilisateurs comptes admin invitations",
    icon: IconUserShield,
    superAdminOnly: true,
    load: () => import("#web/admin/features/admins/admins-screen.tsx"),
  },
  {
    path: "webhooks",
    label: "Webhooks",
    group: "Réglages",
    entry: "Connexions",
    words: "Slack Discord Teams canal message intégration API",
    icon: IconWebhook,
    superAdminOnly: true,
    load: () => import("#web/admin/features/webhooks/webhooks-screen.tsx"),
  },
  {
    path: "tokens",
    label: "Jetons",
    group: "Réglages",
    entry: "Connexions",
    words: "API token accès application",
    icon: IconKey,
    superAdminOnly: true,
    load: () => import("#web/admin/features/tokens/tokens-screen.tsx"),
  },
  {
    path: "state",
    label: "État",
    group: "Réglages",
    entry: "Serveur",
    words: "sauvegardes santé",
    icon: IconHeartRateMonitor,
    superAdminOnly: true,
    load: () => import("#web/admin/features/state/state-screen.tsx"),
  },
  {
    path: "journal",
    label: "Journal",
    group: "Réglages",
    entry: "Serveur",
    icon: IconHistory,
    superAdminOnly: true,
    load: () => import("#web/admin/features/journal/journal-screen.tsx"),
  },
  accountScreen,
  helpScreen,
];

/** The screens that an admin may open. */
export function screensFor(admin: { isSuperAdmin: boolean }): Screen[] {
  return screens.filter((screen) => !screen.superAdminOnly || admin.isSuperAdmin);
}

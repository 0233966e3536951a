import type { ReactNode } from "react";
import type { SitePage } from "#contract/site-pages.ts";
import { type Shared, signUpInfo } from "../pages/sharing.ts";
import { ConfirmationPage } from "./confirmation-page.tsx";
import { InvitationPage } from "./invitation-page.tsx";
import { MyDataDeletePage, MyDataGonePage, MyDataObjectPage, MyDataRequestPage } from "./my-data.tsx";
import { NewAddressPage } from "./my-data-address.tsx";
import { MyDataPage } from "./my-data-page.tsx";
import { PlacePage } from "./place-page.tsx";
import { SignUpPage } from "./sign-up-page.tsx";
import { SignedUpPage } from "./signed-up-page.tsx";
import { TroublePage } from "./trouble-page.tsx";
import { UnsubscribePage } from "./unsubscribe-page.tsx";

type ServerPage = {
  /** The title of the document, without the product's name. */
  title: string;
  /** Further metadata of public pages. Most pages are private, and search engines may not index them. */
  shared?: Shared;
  content: ReactNode;
};

/** Chooses the component of a page. */
export function drawServerPage(page: SitePage): ServerPage {
  switch (page.page) {
    case "confirmation":
      return { title: "Confirmer mon adresse", content: <ConfirmationPage {...page} /> };
    case "unsubscribe":
      return { title: "Me désinscrire", content: <UnsubscribePage {...page} /> };
    case "invitation":
      return { title: "Votre invitation", content: <InvitationPage {...page} /> };
    case "place":
      return { title: "Ma place", content: <PlacePage {...page} /> };
    case "my-data-request":
      return { title: "Mes données", content: <MyDataRequestPage {...page} /> };
    case "my-data":
      return { title: "Mes données", content: <MyDataPage {...page} /> };
    case "new-address":
      return { title: "Changer d’adresse", content: <NewAddressPage {...page} /> };
    case "my-data-delete":
      return { title: "Effacer mes données", content: <MyDataDeletePage {...page} /> };
    case "my-data-object":
      return { title: "M’opposer", content: <MyDataObjectPage {...page} /> };
    case "my-data-gone":
      return { title: "Mes données", content: <MyDataGonePage {...page} /> };
    case "sign-up":
      return drawSignUp(page);
    case "signed-up":
      return { title: "Demande reçue", content: <SignedUpPage {...page} /> };
    case "trouble":
      return { title: "Un contretemps", content: <TroublePage {...page} /> };
  }
}

/** The sign-up page, which is public until it contains a visitor's input. */
function drawSignUp(page: Extract<SitePage, { page: "sign-up" }>): ServerPage {
  const shared = signUpInfo[page.audience];
  const content = <SignUpPage {...page} />;
  return page.typed
    ? { title: "Erreur\u00a0: vérifiez votre demande", content }
    : { title: shared.title, shared, content };
}

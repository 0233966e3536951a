import type { ReactNode } from "react";
import type { SitePage } from "#contract/site-pages.ts";
import { ConfirmationPage } from "./confirmation-page.tsx";
import { MyDataDeletePage } from "./my-data-delete.tsx";
import { MyDataGonePage } from "./my-data-gone.tsx";
import { MyDataPage } from "./my-data-page.tsx";
import { MyDataRequestPage } from "./my-data-request.tsx";
import { TroublePage } from "./trouble-page.tsx";
import { UnsubscribePage } from "./unsubscribe-page.tsx";

type ServerPage = {
  /** Of the document, without the product's name. */
  title: string;
  content: ReactNode;
};

/** Which component draws which page. */
export function drawServerPage(page: SitePage): ServerPage {
  switch (page.page) {
    case "confirmation":
      return { title: "Confirmer mon adresse", content: <ConfirmationPage {...page} /> };
    case "unsubscribe":
      return { title: "Me désinscrire", content: <UnsubscribePage {...page} /> };
    case "my-data-request":
      return { title: "Mes données", content: <MyDataRequestPage {...page} /> };
    case "my-data":
      return { title: "Mes données", content: <MyDataPage {...page} /> };
    case "my-data-delete":
      return { title: "Effacer mes données", content: <MyDataDeletePage {...page} /> };
    case "my-data-gone":
      return { title: "Mes données", content: <MyDataGonePage {...page} /> };
    case "trouble":
      return { title: "Un contretemps", content: <TroublePage {...page} /> };
  }
}

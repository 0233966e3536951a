import type { ReactNode } from "react";
import type { SitePage } from "#contract/site-pages.ts";
import { MyDataGonePage } from "./my-data-gone.tsx";

type ServerPage = {
  /** Of the document, without the product's name. */
  title: string;
  content: ReactNode;
};

/** Which component draws which page. */
export function drawServerPage(page: SitePage): ServerPage {
  switch (page.page) {
    case "my-data-gone":
      return { title: "Mes données", content: <MyDataGonePage {...page} /> };
    default:
      throw new Error(`nothing draws the page ${page.page}`);
  }
}

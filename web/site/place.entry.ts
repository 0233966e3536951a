// The script of a personal page. The page also works without it.
import { offerSharing } from "./place.ts";

offerSharing(navigator);

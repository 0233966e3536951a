// The script of a personal page, which works without it.
import { offerSharing } from "./place.ts";

offerSharing(navigator);

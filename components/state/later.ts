"use client";

import { later } from "@/components/ui/later";

/** What any page may have to say, though hardly one does: their code is loaded then. */
export const AwayBanner = later(async () => (await import("./away-banner")).AwayBanner);
export const PageWatch = later(async () => (await import("./page-watch")).PageWatch);
export const ReloadButton = later(async () => (await import("./reload-button")).ReloadButton);

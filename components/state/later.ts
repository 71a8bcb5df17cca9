"use client";

import { later } from "@/components/ui/later";

/** What any page may show and hardly one does. The code is loaded when it is. */
export const AwayBanner = later(async () => (await import("./away-banner")).AwayBanner);
export const PageWatch = later(async () => (await import("./page-watch")).PageWatch);
export const ReloadButton = later(async () => (await import("./reload-button")).ReloadButton);

import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Footer } from "@/components/layout/footer";
import { Header } from "@/components/layout/header";
import { Keys } from "@/components/layout/keys";
import { FAVICON } from "@/components/layout/mark";
import { ProgressMark } from "@/components/layout/progress-mark";
import { Providers } from "@/components/layout/providers";
import { StatusStrip } from "@/components/layout/status-strip";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import packageJson from "@/package.json";
import "./globals.css";
import { readStatus } from "./server";

export const metadata: Metadata = {
  title: { default: "Firn", template: "%s — Firn" },
  description: "The Avalanche network, as your own node sees it",
  icons: { icon: FAVICON, apple: "/apple-touch-icon.png" },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? "";
  const status = await readStatus();
  const known = status instanceof FirnError ? undefined : status;
  return (
    // A script sets the theme on <html> before React hydrates.
    <html lang="en" suppressHydrationWarning>
      <head>
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title="Firn"
          href={hrefTo("openSearch")}
        />
        <link rel="preload" href="/fonts/geist.woff2" as="font" type="font/woff2" crossOrigin="anonymous" />
      </head>
      <body>
        <a
          className="absolute -top-12 left-2 z-50 rounded-2 bg-ink px-4 py-2 text-bg focus:top-2"
          href="#main"
        >
          Skip to content
        </a>
        <Providers nonce={nonce} serverNow={Date.now()}>
          <ProgressMark />
          <Header />
          <StatusStrip initial={known} fault={status instanceof FirnError ? status.status : 200} />
          <main className="mx-auto max-w-page px-gutter pt-8 pb-20 max-m:pt-5 max-m:pb-14" id="main">
            <NodeAwayNotice initial={known} />
            {children}
          </main>
          <Footer version={packageJson.version}>
            <Keys />
          </Footer>
        </Providers>
      </body>
    </html>
  );
}

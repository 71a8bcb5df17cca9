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
import { brand, readStatus } from "./server";

export function generateMetadata(): Metadata {
  const { name } = brand();
  return {
    title: { default: name, template: `%s — ${name}` },
    description: "The Avalanche network, as your own node sees it",
    icons: { icon: FAVICON, apple: "/apple-touch-icon.png" },
    robots: { index: false, follow: false },
  };
}

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? "";
  const status = await readStatus();
  const { name, logo, accent, links } = brand();
  const known = status instanceof FirnError ? undefined : status;
  return (
    // A script sets the theme on <html> before React hydrates.
    <html lang="en" suppressHydrationWarning>
      <head>
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title={name}
          href={hrefTo("openSearch")}
        />
        {accent && <style>{`:root{--accent:light-dark(${accent.light},${accent.dark})}`}</style>}
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
          <Header name={name} logo={logo && hrefTo("brandLogo", {}, { version: logo.version })} />
          <StatusStrip initial={known} fault={status instanceof FirnError ? status.status : 200} />
          <main className="mx-auto max-w-page px-gutter pt-8 pb-20 max-m:pt-5 max-m:pb-14" id="main">
            <NodeAwayNotice initial={known} />
            {children}
          </main>
          <Footer version={packageJson.version} links={links}>
            <Keys />
          </Footer>
        </Providers>
      </body>
    </html>
  );
}

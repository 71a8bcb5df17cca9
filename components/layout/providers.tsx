"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { type ReactNode, useState } from "react";
import { LiveProvider } from "@/components/live/live-provider";
import { AskError } from "@/components/state/ask";
import { ClockProvider } from "@/components/ui/clock";

/** Providers that islands share: one query cache, the theme, the clock, the events. */
export function Providers({
  nonce,
  serverNow,
  children,
}: {
  nonce: string;
  serverNow: number;
  children: ReactNode;
}) {
  const [queries] = useState(openQueries);
  return (
    <ThemeProvider attribute="data-theme" defaultTheme="system" enableColorScheme={false} nonce={nonce}>
      <QueryClientProvider client={queries}>
        <ClockProvider serverNow={serverNow}>
          <LiveProvider>{children}</LiveProvider>
        </ClockProvider>
      </QueryClientProvider>
    </ThemeProvider>
  );
}

/** Errors that the caller must fix are not retried. Others are, at most twice. */
function openQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && !(error instanceof AskError && isFinal(error.status)),
        refetchOnWindowFocus: false,
      },
    },
  });
}

function isFinal(status: number): boolean {
  return status >= 400 && status < 500;
}

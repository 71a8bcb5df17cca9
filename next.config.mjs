/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // The browser and the documentation say 127.0.0.1; the dev server would refuse its own assets to it.
  allowedDevOrigins: ["127.0.0.1"],
  // `npm test` runs the type check; a start on a user's machine does not repeat it.
  typescript: { ignoreBuildErrors: true },
  // A page is opened from a link somewhere else more often than walked to: few files weigh more than shared ones.
  experimental: {
    turbopackChunking: {
      firstPageLoadPriority: 1,
      maxChunkCountPerGroup: 4,
      minChunkSize: 200_000,
      requestCost: 1_000_000,
    },
  },
  // They change with a version only, and each icon drawn late would ask again whether its file has.
  headers: async () => [
    {
      source: "/:file(icons.svg|favicon.svg|favicon.ico|apple-touch-icon.png|fonts/.*)",
      headers: [{ key: "cache-control", value: "public, max-age=86400, stale-while-revalidate=604800" }],
    },
  ],
};

export default config;

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // The browser and the documentation say 127.0.0.1; the dev server would refuse its own assets to it.
  allowedDevOrigins: ["127.0.0.1"],
  // `npm test` runs the type check; a start on a user's machine does not repeat it.
  typescript: { ignoreBuildErrors: true },
};

export default config;

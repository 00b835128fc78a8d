/**
 * How Next builds the pages. No `output: 'standalone'`: that excludes a front of our own.
 * @type {import('next').NextConfig}
 */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  // `npm test` checks the types of everything, and says what is wrong better.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // A decision is some hundred bytes; what is larger is none.
    serverActions: { bodySizeLimit: '256kb' },
    proxyClientMaxBodySize: '1mb',
  },
}

export default config

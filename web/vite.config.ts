// How the page is built. `npm run dev` serves it with changes at once and hands /api to a running `zermelo serve`.
import { defineConfig } from 'vite';

const server = process.env['ZERMELO_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
    base: './',
    build: {
        target: 'es2021',
        assetsInlineLimit: 0, // the server's policy allows no data: addresses
        modulePreload: { polyfill: false },
        reportCompressedSize: true,
    },
    server: { fs: { allow: ['..'] }, proxy: { '/api': server } },
    preview: { proxy: { '/api': server } },
});

// How the page is tested: in the system's Chromium, against a server whose address is in ZERMELO_URL (tests/medium/page.sh starts it).
import { defineConfig } from '@playwright/test';

export default defineConfig({
    testDir: 'test',
    outputDir: process.env['PAGE_RESULTS'] ?? 'test-results',
    workers: Number(process.env['PAGE_WORKERS'] ?? 2),
    fullyParallel: true,
    timeout: 300_000, // far more than a busy machine needs: these only end what would hang
    expect: { timeout: 60_000 },
    reporter: [['list']],
    use: {
        baseURL: process.env['ZERMELO_URL'] ?? 'http://127.0.0.1:8080/',
        locale: 'en-GB',
        viewport: { width: 1280, height: 800 },
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: {
            executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
            args: [
                '--headless',
                '--no-sandbox',
                '--disable-gpu',
                '--disable-quic',
                '--no-first-run',
                '--disable-background-networking',
                '--disable-component-update',
                '--disable-sync',
            ],
        },
    },
});

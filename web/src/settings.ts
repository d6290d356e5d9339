// settings.ts: what belongs to the one who looks, not to what is looked at: light or dark. It stays on this device.

export type Theme = 'auto' | 'light' | 'dark';

const KEY = 'zermelo-theme';

export function readTheme(): Theme {
    try {
        const kept = localStorage.getItem(KEY);
        return kept === 'light' || kept === 'dark' ? kept : 'auto';
    } catch {
        return 'auto'; // no storage in a private window
    }
}

const dark = matchMedia('(prefers-color-scheme: dark)');

const isDark = (theme: Theme) => theme === 'dark' || (theme === 'auto' && dark.matches);

function show(theme: Theme): void {
    document.documentElement.dataset['theme'] = isDark(theme) ? 'dark' : 'light';
}

/** From the beginning, and when the system changes its mind. */
export function followTheme(): void {
    show(readTheme());
    dark.addEventListener('change', () => show(readTheme()));
}

export function applyTheme(theme: Theme): void {
    show(theme);
    try {
        if (theme === 'auto') localStorage.removeItem(KEY);
        else localStorage.setItem(KEY, theme);
    } catch {
        // nothing to be done about it
    }
}

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

export function isDark(theme: Theme): boolean {
    return theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
}

export function applyTheme(theme: Theme): void {
    if (theme === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    try {
        if (theme === 'auto') localStorage.removeItem(KEY);
        else localStorage.setItem(KEY, theme);
    } catch {
        // nothing to be done about it
    }
}

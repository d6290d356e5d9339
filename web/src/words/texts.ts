// texts.ts: what is said of games in other languages than English, as their folders have it. A part of its own: only who needs it loads it.
export const files: Record<string, string> = import.meta.glob('../../../src/games/*/*.txt', {
    query: '?raw',
    import: 'default',
    eager: true,
});

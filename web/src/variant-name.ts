// variant-name.ts: the name of a variant, as addresses and folders have it, and the settings that it says.
import type { Option } from './api.ts';

/** What is not as usual, joined by commas: the name of the variant; "default" when all is as usual. */
export function variantName(options: readonly Option[], chosen: Record<string, string>): string {
    const parts = options
        .filter((o) => chosen[o.name] !== undefined && chosen[o.name] !== '')
        .filter((o) => chosen[o.name] !== String(o.default ?? ''))
        .map((o) => `${o.name}=${chosen[o.name]}`);
    return parts.length ? parts.join(',') : 'default';
}

/** The options that a variant's name sets. Lists have commas too: what has no = goes on with the option before it. */
export function readVariantName(name: string): Record<string, string> {
    const chosen: Record<string, string> = {};
    let last = '';
    for (const part of name === 'default' ? [] : name.split(/[, ]/)) {
        const at = part.indexOf('=');
        if (at > 0) chosen[(last = part.slice(0, at))] = part.slice(at + 1);
        else if (last) chosen[last] += `,${part}`;
    }
    return chosen;
}

// variant-text.ts: what a game says of itself, as it is in one variant. Texts may have parts in braces: {men} is the value of an option,
// {position} the start; {men=5,6 flying=yes:words|others} are the words if all conditions hold, else the others. src/game/words.c does the
// same with what the game says in English; tests/words.txt has examples for both.

/** The settings of a variant, and its start. */
export interface Spoken {
    variant: Record<string, string | number>;
    start: string;
}

/** How the value of an option is said. */
type SayValue = (option: string, value: string) => string;

function holds(condition: string, spoken: Spoken): boolean {
    const [, option = '', sign, values = ''] = /^(\w+)(!?=|<|>)(.*)$/.exec(condition) ?? [];
    const own = String(spoken.variant[option] ?? '');
    if (sign === '<') return Number(own) < Number(values);
    if (sign === '>') return Number(own) > Number(values);
    return values.split(',').includes(own) === (sign === '=');
}

export function variantText(text: string, spoken: Spoken, sayValue: SayValue = (_, value) => value): string {
    let at = 0;
    let out = '';
    let gap = false; // a part has just said nothing

    const put = (words: string) => {
        out += words;
        if (words) gap = false;
    };
    const putLetter = (letter: string) => {
        if (letter === ' ' && gap && /(^|[ \n])$/.test(out)) gap = false;
        else put(letter);
    };

    function readText(aloud: boolean, inside: boolean) {
        while (at < text.length && !(inside && '|}'.includes(text.charAt(at)))) {
            const letter = text.charAt(at++);
            if (letter === '{') readPart(aloud);
            else if (aloud) putLetter(letter);
        }
    }

    function readPart(aloud: boolean) {
        const head = /^[^:}]*/.exec(text.slice(at))?.[0] ?? '';
        at += head.length;
        if (text.charAt(at) === ':') readChoice(head, aloud);
        else if (aloud) put(head === 'position' ? spoken.start : sayValue(head, String(spoken.variant[head] ?? '')));
        at++;
    }

    function readChoice(conditions: string, aloud: boolean) {
        const yes = conditions.split(' ').every((c) => holds(c, spoken));
        const before = out.length;
        at++;
        readText(aloud && yes, true);
        if (text.charAt(at) === '|') {
            at++;
            readText(aloud && !yes, true);
        }
        gap ||= out.length === before;
    }

    readText(true, false);
    return out.trimEnd();
}

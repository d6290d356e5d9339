// en.ts: everything the page says, in English. Other languages have the same names (index.ts checks it).
// The page speaks in whole sentences where people play, and in single words on buttons.

const number = new Intl.NumberFormat('en');
const count = (n: number) => number.format(n);
const decimal = (n: number, digits: number) => n.toFixed(digits);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Players are named by words like "fox", "pawns", "geese": what ends like a plural is one. "you" and "page" are players too. */
const plural = (player: string) => player === 'you' || (player.length > 1 && /(s|ese)$/.test(player));

/** These words have an article; other names, such as those of a plugin's players, are said as they are. */
const NOUNS = ['rabbit', 'pawns', 'geese', 'fox', 'hens', 'foxes', 'page'];

function the(player: string): string {
    if (player === 'first' || player === 'second') return `the ${player} player`;
    return NOUNS.includes(player) ? `the ${player}` : player;
}

const verb = (player: string, one: string, many: string) => (plural(player) ? many : one);
const plies = (n: number) => (n === 1 ? '1 ply' : `${count(n)} plies`);

export const en = {
    code: 'en',
    name: 'English',
    count,
    capital,
    the,
    plies,
    decimal,
    percent: (p: number, digits = 1) => `${decimal(100 * p, digits)} %`,

    // the frame
    title: 'Zermelo',
    games: 'Games',
    sums: 'Sums',
    explore: 'Explore',
    compare: 'Compare',
    setup: 'New game',
    skipToContent: 'Skip to the content',
    language: 'Language',
    theme: 'Theme',
    themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
    loading: 'One moment …',
    loadingLong: 'The server is solving this for the first time. It may take a minute.',
    noServer: 'The server does not answer. Is “zermelo serve” still running? It goes on by itself when it is.',
    refusals: {} as Record<string, string>, // by the server's code; without one its own line is shown
    inEnglish: 'What the server says',
    phase: (text: string) => text, // of a solve, as the server calls it
    countingLong: 'All states are being counted. It may take a minute.',

    // the start
    chooseGame: 'Choose a game',
    chooseGameHelp: 'The page knows the best move in every position of a solved game, and tells it when you ask.',
    withDice: 'with dice',
    sameMoves: 'Games in which both players have the same moves',
    sumsCard: 'Play several games at once and learn why the winner wins.',
    startPicture: (title: string) => `${title}: where it starts`,

    // choosing sides and options
    rules: 'Rules',
    whatIsKnown: 'What is known',
    notation: 'How it is written',
    options: 'Options',
    optionHint: (min: number, max: number) => `${count(min)} to ${count(max)}`,
    byItself: 'by itself',
    youPlay: 'You play',
    sideLabel: (player: string) => capital(the(player)),
    begins: 'begins',
    both: 'Both sides',
    bothHelp: 'two people, one screen',
    watch: 'Watch',
    watchHelp: 'the page plays both',
    opponent: 'The page plays',
    skillWords: ['at random', 'badly', 'so-so', 'well', 'perfectly'],
    start: 'Play',
    available: {
        table: 'Solved: every value is known.',
        memory: 'Solved just now: every value is known.',
        spot: 'Small enough to be solved at once.',
        solving: 'It is being solved.',
        book: 'The first moves are in a book, the last ones are found at once.',
        can: 'Not solved yet. The server can solve it now.',
        late: 'Values are found in the second half of a game; for the first there is no book here.',
        large: 'Too large to be solved here.',
    },
    solve: 'Solve it now',
    solvingNow: (percent: string) => `Solving … ${percent}`,
    since: (seconds: number) => (seconds < 1 ? '' : `for ${Math.round(seconds)} s`),
    left: (seconds: number) =>
        `about ${seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`} left`,
    typeThis: 'To solve it, type in a terminal:',
    copy: 'Copy',
    copied: 'Copied',
    smaller: (text: string) => `Play ${text} instead`,
    solveSmaller: (text: string) => `${text} can be solved here`,
    noSmaller: 'No smaller variant can be solved here either: there are no hints.',
    looking: 'Looking for a variant with hints …',
    withoutValues: 'Without values there are no hints, and the page plays at random.',
    solvedVariants: 'Solved here',
    defaultVariant: 'the usual game',
    states: (n: number) => (n === 1 ? '1 state' : `${count(n)} states`),
    positions: (n: number) => (n === 1 ? '1 position' : `${count(n)} positions`),

    // playing
    yourTurn: 'Your turn',
    yourTurnAs: (player: string) => `Your turn: ${the(player)} to move`,
    toMove: (player: string) => `${capital(the(player))} to move`,
    thinking: (player: string) => `${capital(the(player))} ${verb(player, 'is', 'are')} thinking …`,
    moved: (player: string, move: string) => `${capital(the(player))}: ${move}.`,
    hasWon: (player: string) => `${capital(the(player))} ${verb(player, 'has', 'have')} won.`,
    youHaveWon: 'You have won!',
    youHaveLost: 'The page has won this time.',
    isDrawn: 'A draw.',
    winsIn: (player: string, n: number | null) =>
        `${capital(the(player))} ${verb(player, 'wins', 'win')}${n === null ? '' : ` in ${plies(n)}`}.`,
    drawIfRight: 'A draw, if nobody goes wrong.',
    chances: (player: string, p: string) =>
        `${capital(the(player))} ${verb(player, 'wins', 'win')} with a chance of ${p}.`,
    withRoll: (p: string) => `${p} with this roll`,
    canWin: 'You can still win.',
    canWinNow: 'You can win at once.',
    canHold: 'You can hold a draw.',
    behind: 'You are behind. Hope for a mistake!',
    fairChance: 'It is anybody’s game.',
    goodChance: 'You are ahead.',
    undo: 'Undo',
    redo: 'Redo',
    again: 'New round',
    otherSide: 'Change sides',
    hint: 'Hint',
    best: (moves: readonly string[], more: number) =>
        `Best: ${moves[0] ?? ''}` +
        (moves.length > 1 ? `. As good: ${moves.slice(1).join(', ')}${more ? ` and ${count(more)} more` : ''}` : ''),
    values: 'Show values',
    why: 'Why?',
    goOn: 'Go on from here',
    pause: 'Pause',
    resume: 'Go on',
    share: 'Copy link',
    board: 'Board',
    fieldLabel: (name: string, piece: string) => `${name}, ${piece}`,
    empty: 'empty',
    fieldAt: (row: number, col: number) => `row ${row}, column ${col}`,
    heapOf: (n: number) => (n === 1 ? 'heap of 1' : `heap of ${count(n)}`),
    lineAt: (free: boolean): string => (free ? 'free line' : 'drawn line'),
    canMove: 'can move',
    hand: 'in hand',
    target: 'a target',
    selected: 'selected',
    boardHelp: 'Touch a piece, then where it goes. Arrow keys move, Enter touches, Escape lets go.',
    which: 'Which of these?',
    take: (n: number, left: number) => `take ${count(n)}, leave ${count(left)}`,
    stopHere: 'Stop here',
    cancel: 'Cancel',
    moves: 'Moves',
    movesCount: (n: number) => (n === 1 ? '1 move' : `${count(n)} moves`),
    typeMove: 'Type a move',
    noSuchMove: 'No move begins like this.',
    moreMoves: (n: number) => `and ${count(n)} more: type to find them`,
    history: 'The game so far',
    historyHelp: 'Touch a bar to go back to it.',
    startOfGame: 'Start',
    plyLabel: (n: number, move: string) => `Ply ${n}: ${move}`,
    winsShort: (n: number | null) => (n === null ? 'wins' : `wins in ${n}`),
    losesShort: (n: number | null) => (n === null ? 'loses' : `loses in ${n}`),
    drawShort: 'draw',
    playLine: 'Play it out',
    showLine: 'Show best play',
    lineEnds: { win: 'and the game is won.', draw: 'and it is a draw.', cut: 'and so on: a draw.' },
    rollDie: 'Roll the dice',
    rolled: (n: string) => `Rolled ${n}`,
    orChoose: 'or choose a roll',
    dieShows: (n: string) => `Dice: ${n}`,
    beforeRoll: 'before the roll',
    whyTitle: (player: string, move: string) => `${capital(the(player))}: ${move}`,
    whyGood: (move: string) => `${move} was a best move.`,
    whySlower: (move: string, best: string, n: number) => `${move} keeps the win, but ${best} wins ${plies(n)} sooner.`,
    whySooner: (move: string, best: string, n: number) => `${move} loses ${plies(n)} sooner than ${best} would.`,
    whyBad: (move: string, was: string, best: string) => `${move} gave away ${was}. ${best} would have kept it.`,
    whyLess: (move: string, lost: string, best: string) =>
        `${move} costs ${lost} of the chance to win. Best was ${best}.`,
    theWin: 'the win',
    theDraw: 'the draw',
    refutedBy: (reply: string, then: string) => `The answer is ${reply}: ${then}`,
    lost: 'There is nothing at this address',
    lostHelp: 'The link may be cut, or written wrongly.',
    wrongParams: (wrong: string) => `The link has parameters that mean nothing here; they are ignored: ${wrong}`,
    wrongMove: (move: string) => `The link has a move that does not exist here: ${move}`,
    legend: 'What the marks mean',
    legendWin: 'wins, in so many plies',
    legendDraw: 'a draw',
    legendLoss: 'loses, in so many plies',
    legendOdds: 'the chance to win; a ring: the best',
    inHand: (player: string, n: number) =>
        `${capital(the(player))} ${verb(player, 'has', 'have')} ${count(n)} to place`,
    phaseNow: 'Now:',
    gamePhases: {} as Record<string, string>, // the usual ones; without one the game's own word
    score: (a: string, n: number, b: string, m: number) => `${capital(the(a))} ${n}, ${the(b)} ${m}`,

    // exploring
    position: 'Position',
    alsoWritten: (text: string) => `The same position as ${text}`,
    enterPosition: 'Enter or paste a position',
    look: 'Look at it',
    random: 'Random position',
    draw: 'Find one',
    valueFilter: 'For the side to move',
    any: 'any',
    value: { win: 'won', loss: 'lost', draw: 'drawn' },
    turnFilter: 'To move',
    farFilter: 'At least so many plies from the end',
    hardest: 'Hardest wins',
    hardestHelp: 'The longest that a win can take against the best defence.',
    statistics: 'Statistics',
    shares: 'Who wins how many of all states',
    byRemoteness: 'States by plies to the end',
    byPly: 'States by plies from the start',
    byLead: 'Chance to win by how far one is ahead',
    lead: 'lead',
    plyAxis: 'plies',
    logScale: 'logarithmic',
    drawn: 'drawn',
    branching: (min: number, mean: string, max: number) =>
        `${count(min)} to ${count(max)} moves in a position, ${mean} on average`,
    playFromHere: 'Play from here',

    // comparing
    compareTitle: 'Which variant is fairest?',
    compareHelp: 'A variant is fair when neither side has the better of it. Each measure looks at it in another way.',
    variants: 'Variants, one a line',
    variantsHelp: 'Leave it empty for all that are solved here.',
    compareNow: 'Compare',
    measures: {} as Record<string, [name: string, help: string]>, // by the server's name; without one its own
    rowStates: {} as Record<string, string>,
    fairest: 'fairest',
    fairestOverall: (name: string, n: number) =>
        `Fairest overall: ${name}, first by ${n === 1 ? '1 measure' : `${n} measures`}.`,
    variant: 'Variant',
    startValue: 'From the start',
    leansTo: (player: string, lean: string) => `${lean} for ${the(player)}`,
    even: 'even',
    nothingToCompare: 'Nothing is solved yet. Solve a variant first.',

    // sums
    sumsTitle: 'Games played together',
    sumsHelp: 'Put games together. A player moves in one of them (or as the rule says); who cannot move has lost.',
    ways: {
        sum: 'sum: move in one',
        union: 'union: move in one or more',
        selective: 'selective: in one or more, not in all',
        and: 'and: in all; over when one is',
        also: 'also: in all that are not over',
        wtia: 'winner takes it all: move in one; who ends one wins',
    },
    way: 'How they are played',
    parts: 'Games',
    addPart: 'Add a game',
    removePart: (n: number) => `Remove game ${n}`,
    game: 'Game',
    expression: 'As an expression',
    partNumber: (n: number) => `Game ${n}`,
    grundy: 'Grundy number',
    remoteness: 'remoteness',
    suspense: 'suspense',
    partValues: 'Values of the games',
    whole: 'Together',
    nimSum: 'Why: the Grundy numbers in binary',
    nimSumLost:
        'Every column has an even number of ones: their sum without carry is 0. Whoever is to move has lost, because every move makes some column odd, and the other makes it even again.',
    nimSumWon: (total: string) =>
        `Their sum without carry is ${total}, not 0. The one to move wins by a move that makes it 0.`,
    nimSumMove: (part: number, from: string, to: string) =>
        `For example: bring game ${part} from ${from} to ${to}. Then every column is even.`,
    outcome: { win: 'The one to move can win.', loss: 'The one to move has lost, if the other plays well.' },
    outcomeUnknown: 'Too large to be found out here.',
    winningMoves: 'Winning moves',
    noWinningMove: 'No move wins.',
    misere: 'misère: who cannot move wins',
    youBegin: 'Play, you begin',
    pageBegins: 'Play, the page begins',
    sumEdit: 'Change the games',
};

import type { Route } from '../address.ts';

export function ComparePage({ route }: { route: Route }) {
    return <p>{route.game}</p>;
}

import type { Route } from '../address.ts';

export function SumsPage({ route }: { route: Route }) {
    return <p>{route.game}</p>;
}

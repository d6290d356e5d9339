import type { Route } from '../address.ts';

export function ExplorePage({ route }: { route: Route }) {
    return <p>{route.game}</p>;
}

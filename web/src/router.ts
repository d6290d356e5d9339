// router.ts: where the page is now, and how it goes elsewhere. The language goes along from address to address.
import { useEffect, useState } from 'preact/hooks';
import { formatAddress, parseAddress, type Route, type View } from './address.ts';

export function currentRoute(): Route {
    return parseAddress(location.hash);
}

/** The address of a view, for links. */
export function linkTo(view: View, game = '', variant = '', params: Record<string, string> = {}): string {
    const lang = currentRoute().params['lang'];
    return formatAddress({ view, game, variant, params: lang ? { ...params, lang } : params });
}

/** Draws the page anew, at the same address. */
export function redraw(): void {
    dispatchEvent(new Event('zermelo:address'));
}

export function go(address: string, replace = false): void {
    if (address === location.hash) return;
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    redraw();
}

/** Changes some parameters of the address; an empty one goes away. */
export function change(params: Record<string, string>, replace = true): void {
    const route = currentRoute();
    go(formatAddress({ ...route, params: { ...route.params, ...params } }), replace);
}

export function useRoute(): Route {
    const [route, setRoute] = useState(currentRoute);
    useEffect(() => {
        const moved = () => setRoute(currentRoute());
        const events = ['popstate', 'hashchange', 'zermelo:address'];
        events.forEach((name) => addEventListener(name, moved));
        return () => events.forEach((name) => removeEventListener(name, moved));
    }, []);
    return route;
}

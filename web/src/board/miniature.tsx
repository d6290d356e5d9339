// miniature.tsx: a board only to look at, as one image with a name.
import type { Picture } from '../api.ts';
import { SpotFace } from './face.tsx';
import { Dots, Ground } from './ground.tsx';
import { layOut } from './layout.ts';

export function Miniature({ picture, label }: { picture: Picture; label: string }) {
    if (picture.kind === 'words') return <p class="board-words small">{label}</p>;
    const fields = picture.fields.map((f) => ({ ...f, text: '' }));
    const bare: Picture = { ...picture, fields, row_labels: [], col_labels: [], hands: null };
    const layout = layOut(bare);
    return (
        <svg
            class={`board mini ${picture.kind}`}
            viewBox={`0 0 ${layout.width} ${layout.height}`}
            role="img"
            aria-label={label}
        >
            <Ground picture={bare} layout={layout} />
            {layout.spots.map((spot) => (
                <SpotFace key={spot.cell.join()} picture={bare} spot={spot} last={null} layout={layout} />
            ))}
            {picture.kind === 'lines' && <Dots picture={bare} layout={layout} />}
        </svg>
    );
}

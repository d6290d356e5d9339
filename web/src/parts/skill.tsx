// skill.tsx: how well the page plays, from random to perfectly.
import { words } from '../words/index.ts';

export function SkillSlider({ skill, onChange }: { skill: number; onChange: (skill: number) => void }) {
    const w = words();
    const word = w.skillWords[Math.round((skill / 100) * (w.skillWords.length - 1))] ?? '';
    return (
        <div class="field skill">
            <label for="skill">{w.opponent}</label>
            <input
                id="skill"
                type="range"
                min={0}
                max={100}
                step={5}
                value={skill}
                aria-valuetext={`${word}, ${skill} %`}
                onInput={(e) => onChange(Number(e.currentTarget.value))}
            />
            <output for="skill">
                {word} <span class="muted">{skill} %</span>
            </output>
        </div>
    );
}

// main.tsx: the page begins here.
import { render } from 'preact';
import { App } from './app.tsx';
import { followTheme } from './settings.ts';
import './style.css';

followTheme();
const page = document.getElementById('page');
if (page) render(<App />, page);

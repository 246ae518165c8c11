// SPDX-License-Identifier: Apache-2.0
// The page of a benchmark: which one its data says.
import uPlotStyle from 'uplot/dist/uPlot.min.css';
import { addStyle, byId } from '../shared/elements.js';
import pageStyle from '../shared/page.css';
import style from './bench.css';
import coneBody from './cone.html';
import { showCone } from './cone.js';
import lcpBody from './lcp.html';
import { showLcp } from './lcp.js';

const PAGES = { lcp: [lcpBody, showLcp], cone: [coneBody, showCone] };

addStyle(uPlotStyle, pageStyle, style);
const report = JSON.parse(byId('data').textContent), [body, show] = PAGES[report.page];
document.body.insertAdjacentHTML('afterbegin', body);
show(report);

// SPDX-License-Identifier: Apache-2.0
// The page of a benchmark: which one its data says.
import uPlotStyle from 'uplot/dist/uPlot.min.css?inline';
import { addStyle, byId } from '../shared/elements.js';
import pageStyle from '../shared/page.css?inline';
import style from './bench.css?inline';
import coneBody from './cone.html?raw';
import { showCone } from './cone.js';
import lcpBody from './lcp.html?raw';
import { showLcp } from './lcp.js';

const PAGES = { lcp: [lcpBody, showLcp], cone: [coneBody, showCone] };

addStyle(uPlotStyle, pageStyle, style);
const report = JSON.parse(byId('data').textContent), [body, show] = PAGES[report.page];
document.body.insertAdjacentHTML('afterbegin', body);
show(report);

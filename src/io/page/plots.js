// SPDX-License-Identifier: Apache-2.0
// Plots over time; a line marks the moment that the animation shows.
'use strict';
const makePlots = (onClick, onLayout) => {
  const { data, floats, start, end, reading } = picture;
  const charts = [];
  const plots = {}, others = {};
  for (const [name, text] of Object.entries(data.plots)) plots[name] = floats(text);
  for (const [name, text] of Object.entries(data.other || {})) others[name] = floats(text);

  function moveCursor(chart, time) {
    const { left, right } = chart.chartArea;
    const x = chart.scales.x.getPixelForValue(time);
    chart.cursor.style.transform = `translateX(${Math.min(right, Math.max(left, x))}px)`;
  }

  const superscript = (n) => String(n).replace('-', '⁻').replace(/\d/g, (d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[d]);
  // Numbers far from 1 as 3.2·10⁻¹⁴, so that the axis stays narrow.
  function linearTick(value) {
    const size = Math.abs(value);
    if (size === 0 || (size >= 1e-3 && size < 1e7)) return value.toLocaleString('en');
    const power = Math.floor(Math.log10(size) + 1e-9);
    return `${+(value / 10 ** power).toPrecision(3)}·10${superscript(power)}`;
  }
  function logTick(value) {
    const power = Math.log10(value);
    return Math.abs(power - Math.round(power)) < 1e-9 ? '10' + superscript(Math.round(power)) : '';
  }

  function series(source, name, label, color, options = {}) {
    const shown = (y) => (options.floor ? Math.max(y, options.floor) : options.log && !(y > 0) ? null : y);
    const points = Array.from(source[name], (y, i) => ({ x: source.time[i], y: shown(y) }));
    return { label, data: points, borderColor: () => reading.colors[color], backgroundColor: () => reading.colors[color], borderWidth: options.thin ? 1 : 1.6,
             borderDash: options.dash || [], pointRadius: points.length < 3 ? 3 : 0, pointHitRadius: 6, spanGaps: false };
  }

  function addPlot(title, unit, datasets, options = {}) {
    const figure = document.createElement('figure'), caption = document.createElement('figcaption');
    const holder = document.createElement('div'), surface = document.createElement('canvas'), cursor = document.createElement('i');
    const name = document.createElement('b');
    name.textContent = title;
    caption.append(name, unit ? `, ${unit}` : '');
    holder.className = 'plot';
    surface.setAttribute('role', 'img');
    surface.setAttribute('aria-label', `${title} over time`);
    cursor.style.cssText = 'position:absolute;left:0;top:0;bottom:26px;width:1px;background:var(--soft);opacity:.7;pointer-events:none';
    holder.append(surface, cursor);
    figure.append(caption, holder);
    document.querySelector('#plots > div').append(figure);
    const grid = { color: () => reading.colors.grid, borderColor: () => reading.colors.line };
    const ticks = { color: () => reading.colors.soft, font: { size: 11 } };
    const chart = new Chart(surface, {
      type: 'line',
      data: { datasets },
      plugins: [{ id: 'cursor', afterLayout: onLayout }],
      options: {
        animation: false, parsing: false, normalized: true, responsive: true, maintainAspectRatio: false,
        interaction: { mode: 'index', intersect: false },
        onClick: (event, _, c) => onClick(c.scales.x.getValueForPixel(event.x)),
                scales: {
          x: { type: 'linear', min: start, max: end, grid, ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 16, callback: (v) => `${+v.toPrecision(6)} s` } },
          y: options.log
            ? { type: 'logarithmic', grid, ticks: { ...ticks, callback: logTick } }
            : { type: 'linear', beginAtZero: options.zero !== false, grid, ticks: { ...ticks, maxTicksLimit: 6, precision: options.whole ? 0 : undefined, callback: linearTick } },
        },
        plugins: {
          legend: { display: datasets.length > 1, align: 'start', labels: { boxWidth: 14, boxHeight: 2, color: () => reading.colors.soft } },
          tooltip: { callbacks: { title: (items) => `${(+items[0].parsed.x).toPrecision(6)} s`, label: (item) => `${item.dataset.label}: ${(+item.parsed.y).toPrecision(4)}` } },
        },
      },
    });
    chart.cursor = cursor;
    charts.push(chart);
  }

  function addPlots() {
    Chart.defaults.font.family = 'system-ui, sans-serif';
    const one = 'series-1', two = 'series-2';
    const some = (values) => values.some((v) => v > 0);
    const floor = 1e-9;  // m; penetration below it is rounding
    if (data.other) {
      addPlot('Penetration, both runs', 'deepest in m, logarithmic above 10⁻⁹', [
        series(plots, 'penetration', data.label, one, { log: true, floor }), series(others, 'penetration', data.other_label, two, { log: true, floor })], { log: true });
      addPlot(`Penetration, ${data.other_label}`, 'm', [series(others, 'penetration', data.other_label, two)]);
      addPlot(`Penetration, ${data.label}`, 'm', [series(plots, 'penetration', data.label, one)]);
    } else {
      addPlot('Penetration', 'deepest in m', [series(plots, 'penetration', 'penetration', one)]);
    }
    if (some(plots.joint_gap)) addPlot('Joint error', 'worst position error in m', [series(plots, 'joint_gap', 'joint gap', one)]);
    addPlot('Contacts', 'active points', [series(plots, 'contacts', 'contacts', one)], { whole: true });
    addPlot('Time per step', 'ms of wall time', [
      series(plots, 'solve_ms', 'solve', one), series(plots, 'total_ms', 'whole step', two, { thin: true })]);
    addPlot('Energy', 'kinetic + potential in J', [series(plots, 'energy', 'energy', one)], { zero: false });
    addPlot('Residual', 'relative, logarithmic', [
      series(plots, 'residual', 'residual', one, { log: true }), series(plots, 'bound', 'bound', two, { log: true, thin: true, dash: [5, 4] })], { log: true });
  }

  addPlots();
  return {
    moveCursors(time) { for (const chart of charts) moveCursor(chart, time); },
    update() { for (const chart of charts) chart.update(); },
  };
};

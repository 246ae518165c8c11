// SPDX-License-Identifier: Apache-2.0
// Plots of all runs of a comparison, one line or bar per run.
'use strict';
const makeComparePlots = (data, runs, theme) => {
  const charts = [];
  const radiansToDegrees = 180 / Math.PI;

  const superscript = (n) => String(n).replace('-', '⁻').replace(/\d/g, (d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[d]);
  function linearTick(value) {
    const size = Math.abs(value);
    if (size === 0 || (size >= 1e-3 && size < 1e6)) return (+value.toPrecision(6)).toString();
    const power = Math.floor(Math.log10(size) + 1e-9);
    return `${+(value / 10 ** power).toPrecision(3)}·10${superscript(power)}`;
  }
  function logTick(value) {
    const power = Math.log10(value);
    return Math.abs(power - Math.round(power)) < 1e-9 ? '10' + superscript(Math.round(power)) : '';
  }

  function axis(label, options = {}) {
    return {
      type: options.log ? 'logarithmic' : 'linear', min: options.min, max: options.max,
      title: { display: true, text: label, color: theme('soft'), font: { size: 12 } },
      grid: { color: theme('grid'), borderColor: theme('line') },
      ticks: { color: theme('soft'), font: { size: 11 }, maxRotation: 0, autoSkipPadding: 14, includeBounds: false, callback: options.log ? logTick : linearTick },
    };
  }

  // One metre along x is as long as one along y.
  const equalScales = (wanted) => ({
    id: 'equalScales',
    afterLayout(chart) {
      const { width, height } = chart.chartArea, [x0, y0, x1, y1] = wanted();
      const unit = Math.max((x1 - x0) / width, (y1 - y0) / height);
      const range = [[(x0 + x1 - unit * width) / 2, (x0 + x1 + unit * width) / 2], [(y0 + y1 - unit * height) / 2, (y0 + y1 + unit * height) / 2]];
      const { x, y } = chart.options.scales;
      const moved = [x.min - range[0][0], x.max - range[0][1], y.min - range[1][0], y.max - range[1][1]];
      if (moved.every((by) => Math.abs(by) < 1e-3 * unit * width)) return;
      [[x.min, x.max], [y.min, y.max]] = range;
      clearTimeout(chart.refit);
      chart.refit = setTimeout(() => chart.update('none'), 0);
    },
  });

  function line(run, points, more = {}) {
    return {
      label: run.label, run, data: points, borderColor: theme(run.color), backgroundColor: theme(run.color),
      borderWidth: run.reference ? 3.5 : points.length > 500 ? 1 : run.law === 'cone' ? 2.2 : 1.6, borderDash: run.dash, pointRadius: 0, pointHitRadius: 5,
      showLine: true, spanGaps: false, order: run.reference ? 2 : 1, ...more,
    };
  }

  function addPlot(title, x, y, datasets, options = {}) {
    const figure = document.createElement('figure'), caption = document.createElement('figcaption');
    const holder = document.createElement('div'), surface = document.createElement('canvas'), name = document.createElement('b');
    name.textContent = title;
    caption.append(name, options.about ? `, ${options.about}` : '');
    holder.className = 'plot';
    if (options.tall) figure.className = 'tall';
    surface.setAttribute('role', 'img');
    surface.setAttribute('aria-label', title);
    holder.append(surface);
    figure.append(caption, holder);
    if (options.note) {
      const note = document.createElement('p');
      note.textContent = options.note;
      figure.append(note);
    }
    document.querySelector('#plots > div').append(figure);
    const chart = new Chart(surface, {
      type: options.type || 'scatter',
      data: { datasets, labels: options.labels },
      plugins: options.equal ? [equalScales(options.equal)] : [],
      options: {
        animation: false, responsive: true, maintainAspectRatio: false, indexAxis: options.type === 'bar' ? 'y' : 'x',
        interaction: { mode: 'nearest', intersect: true },
        scales: { x, y },
        plugins: { legend: { display: false }, tooltip: { callbacks: { title: () => '', label: options.words || ((item) => `${item.dataset.label}: ${+item.parsed.x.toPrecision(4)}, ${+item.parsed.y.toPrecision(4)}`) } } },
      },
    });
    charts.push(chart);
    return chart;
  }

  const end = data.times[data.times.length - 1];
  const timeAxis = () => axis('time, s', { min: 0, max: end });
  // What is far below rounding is 0, which has no place on a logarithmic axis.
  const TINY = 1e-18;
  const overTime = (values, log, factor = 1) => Array.from(values, (v, i) => ({ x: data.times[i], y: log && !(v > TINY) ? NaN : factor * v }));
  const withReference = () => [data.reference, ...runs];

  function series(title, unit, name, options = {}) {
    const from = options.reference ? withReference() : runs;
    if (!from.some((run) => run.series[name].some((v) => v > 0 || (v !== 0 && !options.log)))) return;
    addPlot(title, timeAxis(), axis(unit, { log: options.log }), from.map((run) => line(run, overTime(run.series[name], options.log, options.factor))), options);
  }

  // ---- Trajectories ----
  let body = 0;
  const trail = (run) => Array.from(run.paths[body].x, (x, i) => ({ x, y: run.paths[body].y[i] }));
  const rise = (run) => Array.from(run.paths[body].height, (y, i) => ({ x: data.times[i], y }));
  const moving = [];
  const boxOf = (lines) => lines.flatMap(trail).reduce(([x0, y0, x1, y1], { x, y }) => [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)],
    [Infinity, Infinity, -Infinity, -Infinity]);
  // Runs that deviate by more than the extent of the reference path would make all others a dot.
  function trailBox() {
    const own = boxOf([data.reference]), extent = Math.hypot(own[2] - own[0], own[3] - own[1]);
    const shown = runs.filter((run) => run.shown), near = shown.filter((run) => run.largest_distance <= extent);
    const box = boxOf([data.reference, ...(near.length ? near : shown)]);
    if (!(box[2] >= box[0])) return [-1, -1, 1, 1];
    const pad = 0.06 * Math.max(box[2] - box[0], box[3] - box[1]) || 0.1;
    return [box[0] - pad, box[1] - pad, box[2] + pad, box[3] + pad];
  }
  function ends(run, points) {
    return { pointRadius: (context) => (context.dataIndex === points.length - 1 ? (run.reference ? 7 : 4) : 0), pointStyle: run.reference ? 'crossRot' : 'circle', pointBorderWidth: run.reference ? 3 : 1 };
  }
  function addTrajectories() {
    const [right, up] = data.in_space ? ['across gravity, m', 'across gravity, m'] : ['x, m', 'y, m'];
    const chart = addPlot(data.in_space ? 'Path of the centre of mass, from above' : 'Path of the centre of mass', axis(right), axis(up),
      withReference().map((run) => { const points = trail(run); return line(run, points, ends(run, points)); }),
      { equal: trailBox, tall: true, note: 'A dot marks the end of a run, a cross that of the reference (thick, dotted). Runs that deviate by more than the extent of the reference path may leave the picture.' });
    moving.push([chart, trail]);
    if (data.in_space) moving.push([addPlot('Height of the centre of mass', timeAxis(), axis('height, m'), withReference().map((run) => line(run, rise(run))), { tall: true }), rise]);
  }

  // ---- Forces ----
  const CONE_VIEW = 1.6;
  function addForces() {
    const points = (run, pick) => Array.from(run.forces.time, (time, i) => pick(time, run.forces.t1[i], run.forces.t2[i]));
    const dots = { showLine: false, pointRadius: 2.2, pointHitRadius: 3 };
    const circle = Array.from({ length: 181 }, (_, i) => ({ x: Math.cos(i * Math.PI / 90), y: Math.sin(i * Math.PI / 90) }));
    const bound = (points_) => line({ label: 'Coulomb', color: 'ink', dash: [], law: 'cone', shown: true }, points_, { order: 0 });
    if (!data.in_space) {
      addPlot('Friction within its bounds', timeAxis(), axis('f_t / (µ f_n)', { min: -CONE_VIEW, max: CONE_VIEW }),
        [...runs.map((run) => line(run, points(run, (x, y) => ({ x, y })), dots)), bound([{ x: 0, y: 1 }, { x: end, y: 1 }]), bound([{ x: 0, y: -1 }, { x: end, y: -1 }])]);
      return;
    }
    const outside = runs.reduce((n, run) => n + points(run, (t, x, y) => Math.max(Math.abs(x), Math.abs(y)) > CONE_VIEW).filter(Boolean).length, 0);
    addPlot('Forces in the cone', axis('f_t1 / (µ f_n)'), axis('f_t2 / (µ f_n)'),
      [...runs.map((run) => line(run, points(run, (t, x, y) => ({ x, y })), dots)), bound(circle)],
      { equal: () => [-CONE_VIEW, -CONE_VIEW, CONE_VIEW, CONE_VIEW], tall: true,
        note: `The contact that uses its friction most, of those with at least a tenth of the largest load, in its own frame. On the circle it slides by Coulomb's law, outside the law is broken.${outside ? ` Beyond the plot: ${outside}.` : ''}` });
  }

  // ---- Bars ----
  function bars(title, unit, name) {
    const laws = [...new Set(runs.map((run) => run.law))];
    const groups = new Map();
    for (const run of runs) groups.set(run.group, [...(groups.get(run.group) || []), run]);
    const datasets = [...groups.values()].map((members) => {
      const of = (law) => members.find((run) => run.law === law);
      const value = (law) => { const run = of(law); return run && run.shown && (run[name] > 0) ? run[name] : null; };
      return { members, refill: () => laws.map(value), data: laws.map(value), label: members[0].group, borderWidth: 1.5,
               borderColor: laws.map((law) => theme(of(law) ? of(law).color : 'ink')),
               backgroundColor: laws.map((law) => (members[0].dash.length ? theme('card') : theme(of(law) ? of(law).color : 'ink'))), barPercentage: 0.85, categoryPercentage: 0.8 };
    });
    const names = { type: 'category', grid: { display: false, borderColor: theme('line') }, ticks: { color: theme('ink'), font: { size: 11 }, autoSkip: false } };
    const chart = addPlot(title, axis(unit, { log: true }), names, datasets,
      { type: 'bar', labels: laws, note: groups.size > 1 ? 'Filled: the shortest step; hollow: longer ones.' : '', words: (item) => `${item.label}, ${item.dataset.label}: ${(+item.parsed.x).toPrecision(4)}` });
    chart.canvas.parentElement.style.height = `${Math.max(200, 60 + laws.length * (14 + 10 * groups.size))}px`;
  }

  function refresh() {
    for (const chart of charts) {
      for (const dataset of chart.data.datasets) {
        if (dataset.members) dataset.data = dataset.refill();
        if (dataset.run) dataset.hidden = !dataset.run.shown;
      }
      chart.update('none');
    }
  }

  Chart.defaults.font.family = 'system-ui, sans-serif';
  addTrajectories();
  series('Distance to the exact cone', 'm', 'distance', { log: true, tall: true, about: 'of the body that is farthest from the reference' });
  addForces();
  series('Slip direction error', 'degrees', 'direction_error', { factor: radiansToDegrees, about: 'between friction and the opposite of slip' });
  series('Coulomb residual', 'm/s', 'coulomb_residual', { log: true, about: "by which each step misses Coulomb's law" });
  series('Residual', 'relative', 'residual', { log: true, about: 'of the law that each run solves' });
  series('Energy', 'J', 'energy', { reference: true, about: 'kinetic + potential' });
  bars('Distance at the end', 'm', 'final_distance');
  bars('Cost of a step', "median time over the cone's", 'cost');
  refresh();
  return {
    refresh,
    showBody(index) {
      body = index;
      for (const [chart, points] of moving) withReference().forEach((run, i) => { chart.data.datasets[i].data = points(run); });
      refresh();
    },
  };
};

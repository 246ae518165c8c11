// SPDX-License-Identifier: Apache-2.0
// How numbers are written.

const superscript = (n) => String(n).replace('-', '⁻').replace(/\d/g, (d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[d]);

/** Numbers far from 1 as 3.2·10⁻¹⁴, so that they stay short. */
export function short(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-3 && size < 1e6)) return String(+value.toPrecision(digits));
  const power = Math.floor(Math.log10(size) + 1e-9);
  return `${+(value / 10 ** power).toPrecision(Math.min(digits, 3))}·10${superscript(power)}`;
}

/** A power of ten as 10⁻³, others as nothing. */
export function powerOfTen(value) {
  const power = Math.log10(value);
  return Math.abs(power - Math.round(power)) < 1e-9 ? `10${superscript(Math.round(power))}` : '';
}

/** The largest of 1, 2, 5 · 10ⁿ that is not above the target, at least 1e-12. */
export function roundBelow(target) {
  const power = 10 ** Math.floor(Math.log10(Math.max(target, 1e-12)));
  return +([5, 2, 1].find((m) => m * power <= target * (1 + 1e-9)) * power).toPrecision(1);
}

"use strict";
// The pictures: the array, its storage, and the jumps between cells. What the
// reader chose is in state, see page.js.

const data = JSON.parse(document.getElementById("data").textContent);

const byId = (id) => document.getElementById(id);

// html makes an element.
function html(tag, attributes = {}, ...children) {
	const e = document.createElement(tag);
	for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
	e.append(...children);
	return e;
}

function svg(tag, attributes = {}, ...children) {
	const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
	e.append(...children);
	return e;
}

const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

// colorOf is the color at x, 0 to 1, of the walk.
function colorOf(x) {
	const stops = data.colors.walk;
	const i = Math.min(Math.floor(x * (stops.length - 1)), stops.length - 2);
	const t = x * (stops.length - 1) - i;
	return stops[i].map((v, c) => Math.round(v * (1 - t) + stops[i + 1][c] * t));
}

// readable is black or white, for a text on a color.
function readable(rgb) {
	const [r, g, b] = rgb.map((v) => (v <= 10 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
	return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.2 ? "#1a1a1a" : "#ffffff";
}

const axisColor = (k) => data.colors.axes[k % data.colors.axes.length];

function badge(k) {
	return html("span", { class: "badge", style: `background:${axisColor(k)}` }, String(k));
}

const most = { cells: 240, elements: 144, columns: 24, rows: 10, jumps: 3, grid: 12, blocks: 6, axes: 12 };

// cellsOf cuts the storage into the largest cells that every element starts and
// ends at the border of, and chooses what is drawn.
function cellsOf(form) {
	const gcd = (a, b) => (b === 0 ? Math.abs(a) : gcd(b, a % b));
	let unit = gcd(form.itemsize, form.offset);
	form.shape.forEach((size, k) => {
		if (size > 1) unit = gcd(unit, form.strides[k]);
	});
	const p = { form, unit, span: form.itemsize / unit, cells: Math.floor(form.storage / unit), rows: [] };
	const wide = Math.max(6, Math.min(most.columns, Math.floor((byId("result").clientWidth - 90) / cellWidth)));
	const best = Math.max(0, ...[form, state.input].flatMap((f) => f.strides
		.filter((s, k) => f.shape[k] > 1 && s % unit === 0 && Math.abs(s) / unit <= wide).map((s) => Math.abs(s) / unit)));
	p.columns = p.cells <= wide || best === 0 ? wide : best >= wide / 3 ? best : Math.floor(wide / best) * best;
	p.shown = [...form.shape];
	p.whole = product(form.shape) <= most.elements && p.cells <= most.cells;
	if (p.whole) {
		read(p);
		for (let first = 0; first < p.cells; first += p.columns) p.rows.push({ first, n: Math.min(p.columns, p.cells - first), indent: 0 });
		return p;
	}
	let limit = 8;
	for (let k = form.shape.length - 1; k >= 0; k--) {
		p.shown[k] = Math.min(form.shape[k], limit);
		if (form.shape[k] > 1) limit = Math.max(2, limit - 2);
	}
	const shrink = () => p.shown[p.shown.indexOf(Math.max(...p.shown))]--;
	for (;;) {
		while (product(p.shown) > most.elements / 2) shrink();
		read(p);
		around(p);
		if (p.rows.length <= most.rows || Math.max(...p.shown) === 1) break;
		shrink();
	}
	p.rows.length = Math.min(p.rows.length, most.rows);
	return p;
}

// read finds the elements that are drawn and, for each cell, who reads it.
function read(p) {
	p.elements = [...walk(p.form, p.shown)].map((e) => ({ ...e, cell: e.offset / p.unit }));
	p.readers = new Map();
	p.colors = 0;
	p.elements.forEach((e, i) => {
		let fresh = false;
		for (let part = 0; part < p.span; part++) {
			const r = p.readers.get(e.cell + part);
			if (r) {
				r.elements.push(i);
				continue;
			}
			p.readers.set(e.cell + part, { elements: [i], part, rank: p.colors });
			fresh = true;
		}
		if (fresh) p.colors++;
	});
	for (const r of p.readers.values()) r.color = p.colors < 2 ? data.colors.walk[2] : colorOf(r.rank / (p.colors - 1));
}

// around makes rows of the cells that are read and a few beside them.
function around(p) {
	p.rows = [];
	const cells = [...p.readers.keys()].sort((a, b) => a - b);
	let end = 0;
	for (let i = 0; i < cells.length;) {
		let j = i + 1;
		while (j < cells.length && cells[j] - cells[j - 1] <= p.columns) j++;
		let first = Math.max(end, cells[i] - 2);
		let last = Math.min(p.cells, cells[j - 1] + 3), indent = 0;
		if (i > 0 || j < cells.length) indent = Math.max(0, 2 - (cells[i] - first)); // so that rows align
		else if (first <= p.columns / 2) first = 0;
		if (cells[j - 1] < first + p.columns - indent) last = Math.min(last, first + p.columns - indent);
		while (first < last) {
			const n = Math.min(p.columns - indent, last - first);
			p.rows.push({ first, n, indent });
			first += n;
			indent = 0;
		}
		end = last;
		i = j;
	}
}

// drawPanel is the elements that show one view and, below it, what is copied.
function drawPanel({ form, made, copy }) {
	const view = html("section", { class: "view" });
	if (made.length > 0) view.append(html("p", { class: "caption" }, made.join(" | ")));
	const elements = form.strides.map((s) => s / form.itemsize);
	const whole = elements.every(Number.isInteger) ? ` = ${tuple(elements)} elements` : "";
	view.append(html("h2", { "data-what": "shape" }, `${state.dtype.name} ${tuple(form.shape)}`));
	view.append(html("p", { class: "numbers", "data-what": "strides" }, `strides ${tuple(form.strides)} bytes${whole}, offset ${form.offset}`));
	if (product(form.shape) === 0) {
		view.append(html("p", { class: "caption" }, "No elements: nothing is read."));
		return [view];
	}
	const { shape, strides } = coalesce(form);
	const merged = shape.length < form.shape.length ? `; merges to ${tuple(shape)}, strides ${tuple(strides)}` : form.shape.length > 1 ? "; no axes merge" : "";
	const python = (b) => (b ? "True" : "False");
	view.append(html("p", { class: "numbers flags", "data-what": "flags" }, `C_CONTIGUOUS ${python(isC(form))}, F_CONTIGUOUS ${python(isF(form))}, ${density(form)}${merged}`));
	view.append(html("ul", { class: `verdict ${isC(form) ? "good" : "bad"}`, "data-what": "verdict" }, ...verdict(form).map((t) => html("li", {}, t))));
	const p = cellsOf(form);
	const columns = html("div", { class: "columns" }, html("div", { class: "scroll" }, table(form)), html("div", { class: "scroll" }, grid(p)));
	view.append(columns, html("div", { class: "scroll" }, storage(p)));
	if (!p.whole) {
		const drawn = p.rows.reduce((n, r) => n + r.n, 0);
		view.append(html("p", { class: "caption" }, `Drawn in part: the first ${p.shown.join(" × ")} of ${form.shape.join(" × ")} elements, ${drawn} of ${p.cells} cells.`));
	}
	if (!copy) return [view];
	return [view, html("p", { class: "copy", "data-what": "copy" }, `↓ ${copy.stage} copies ${count(copy.bytes, "byte")} to new storage: ${copy.reason}`)];
}

// table compares the strides with those of packed arrays.
function table(form) {
	const all = axesOf(form);
	const t = html("table");
	if (all.length === 0) return html("p", { class: "caption" }, "No axes: one element.");
	t.append(html("tr", {}, ...["axis", "size", "stride, bytes", "packed C", "packed F", ""].map((h) => html("th", {}, h))));
	const want = (a, n, good) => (a.free ? html("td", {}, "any") : html("td", {}, `${n} `, html("span", { class: good ? "yes" : "no" }, good ? "✓" : "✗")));
	all.slice(0, most.axes).forEach((a, k) => {
		const row = html("tr", {}, html("td", {}, badge(k)), html("td", {}, String(a.size)), html("td", {}, String(a.stride)), want(a, a.wantC, a.isC), want(a, a.wantF, a.isF));
		if (k + 1 < Math.min(all.length, most.axes)) {
			const { joins, why } = joint(a, all[k + 1], form);
			row.append(html("td", { class: `joint ${joins ? "yes" : "no"}` }, why));
		}
		t.append(row);
	});
	if (all.length > most.axes) t.append(html("tr", {}, html("td", { colspan: 5 }, `… and ${all.length - most.axes} more axes`)));
	return t;
}

const cellWidth = 36, cellHeight = 30;

// cell is a coloured cell with a number and a smaller text below it.
function cell(x, y, width, rgb, number, small) {
	const text = { x: x + width / 2, style: `fill:${readable(rgb)}` };
	const g = svg("g", {}, svg("rect", { x, y, width, height: cellHeight, rx: 3, class: "cell", fill: `rgb(${rgb})` }));
	g.append(svg("text", { ...text, y: y + (small === "" ? 19.5 : 14) }, String(number)));
	if (small !== "") g.append(svg("text", { ...text, y: y + 25, class: "small" }, String(small)));
	return g;
}

// mark says which elements a shape shows, so that the walk can point at it.
function mark(g, elements) {
	g.dataset.elements = ` ${elements.join(" ")} `;
	g.addEventListener("pointerenter", () => point(elements[0]));
	return g;
}

// grid is the array as its indices see it.
function grid(p) {
	const rank = p.shown.length;
	const columns = Math.min(p.shown[rank - 1] ?? 1, most.grid), rows = Math.min(p.shown[rank - 2] ?? 1, most.grid);
	const all = p.shown.slice(0, Math.max(rank - 2, 0)).reduce((n, s) => n * s, 1);
	const blocks = Math.min(all, most.blocks);
	const width = Math.max(cellWidth, 9 + 7.3 * String(p.elements.reduce((m, e) => Math.max(m, e.number, e.offset), 0)).length);
	const side = html("div", {}, html("p", { class: "caption" }, "the array: place in the walk, and byte"));
	const holder = html("div", { class: "columns" });
	for (let b = 0; b < blocks; b++) {
		const index = p.elements[b * (p.shown[rank - 1] ?? 1) * (p.shown[rank - 2] ?? 1)].index;
		const top = rank > 2 ? 38 : 20;
		const outer = rank > 2 ? `[${[...index.slice(0, -2), ":", ":"].join(", ")}]` : "";
		const s = svg("svg", { width: 24 + Math.max(columns * width, 7.3 * outer.length) + 16, height: top + rows * cellHeight + 16, role: "img", "aria-label": "array" });
		if (rank > 2) s.append(svg("text", { x: 24, y: 12, class: "left" }, outer));
		if (rank > 0) direction(s, 24, top - 10, columns * width, rank - 1, false);
		if (rank > 1) direction(s, 11, top, rows * cellHeight, rank - 2, true);
		for (let i = 0; i < rows; i++) {
			for (let j = 0; j < columns; j++) {
				const k = (b * (p.shown[rank - 2] ?? 1) + i) * (p.shown[rank - 1] ?? 1) + j;
				const e = p.elements[k];
				s.append(mark(cell(24 + j * width, top + i * cellHeight, width, p.readers.get(e.cell).color, e.number, e.offset), [k]));
			}
		}
		if (columns < (p.form.shape[rank - 1] ?? 1)) s.append(svg("text", { x: 24 + columns * width + 8, y: top + 18 }, "…"));
		if (rows < (p.form.shape[rank - 2] ?? 1)) s.append(svg("text", { x: 30, y: top + rows * cellHeight + 10 }, "…"));
		holder.append(s);
	}
	side.append(holder);
	const total = p.form.shape.slice(0, Math.max(rank - 2, 0)).reduce((n, s) => n * s, 1);
	if (blocks < total) side.append(html("p", { class: "caption" }, `${blocks} of ${total} blocks`));
	return side;
}

// direction draws along which way an axis runs.
function direction(s, x, y, length, k, down) {
	const end = Math.min(length, 100) - 2;
	s.append(svg("path", { class: "jump", stroke: axisColor(k), d: down ? `M${x} ${y}V${y + end - 5}` : `M${x} ${y}H${x + end - 5}` }));
	if (down) head(s, x, y + end, 0, 1, k);
	else head(s, x + end, y, 1, 0, k);
	badgeAt(s, down ? x : x + 8, down ? y + 8 : y, k);
}

function badgeAt(s, cx, cy, k) {
	s.append(svg("circle", { cx, cy, r: 7.5, fill: axisColor(k) }), svg("text", { x: cx, y: cy + 3.6, class: "badge-text" }, String(k)));
}

// head is the head of an arrow with its tip at (x, y).
function head(s, x, y, ux, uy, k) {
	const a = 6.5, b = 3.4;
	s.append(svg("path", { fill: axisColor(k), d: `M${x} ${y}L${x - a * ux - b * uy} ${y - a * uy + b * ux}L${x - a * ux + b * uy} ${y - a * uy - b * ux}Z` }));
}

// storage draws the cells, who reads them, and the strides as jumps.
function storage(p) {
	const unused = p.rows.some((r) => Array.from({ length: r.n }, (_, k) => r.first + k).some((c) => !p.readers.has(c)));
	const figure = html("div", {}, html("p", { class: "caption" },
		`storage, ${count(p.form.storage, "byte")} in ${count(p.cells, "cell")} of ${count(p.unit, "byte")}${p.span > 1 ? `; an element takes ${p.span} cells` : ""}${unused ? "; grey cells are not read" : ""}`));
	const jumps = [];
	p.shown.forEach((n, k) => {
		for (let i = 0; i < Math.min(n - 1, most.jumps); i++) {
			const from = (p.form.offset + i * p.form.strides[k]) / p.unit;
			jumps.push({ k, from, to: from + p.form.strides[k] / p.unit });
		}
	});
	const rowOf = (c) => p.rows.findIndex((r) => r.first <= c && c < r.first + r.n);
	const levels = p.rows.map((_, i) => [...new Set(jumps.filter((j) => rowOf(j.from) === i && rowOf(j.to) === i).map((j) => j.k))]
		.sort((a, b) => Math.abs(p.form.strides[a]) - Math.abs(p.form.strides[b])));
	const number = (c) => {
		const r = p.readers.get(c);
		return p.elements[r.elements[0]].number;
	};
	const widest = Math.max(...[...p.readers.keys()].map(number), 0);
	const width = Math.max(cellWidth, 9 + 7.3 * String(widest).length);
	// what is left out before each row and behind the last one
	const cuts = [...p.rows.map((r, i) => [r.first, p.rows[i - 1]]), [p.cells, p.rows.at(-1)]]
		.map(([first, last]) => first - (last ? last.first + last.n : 0)).map((n) => (n > 0 ? `… ${count(n, "cell")}` : ""));
	const several = p.rows.length > 1;
	const left = several ? 18 + 6 * Math.max(`byte ${p.rows.at(-1).first * p.unit}`.length, ...cuts.map((t) => t.length)) : 2;
	const s = svg("svg", { role: "img", "aria-label": "storage" });
	const places = new Map();
	let y = 0, reach = 0;
	const cut = (text) => {
		if (text === "") return;
		y += 16;
		s.append(svg("text", { x: several ? left - 8 : left, y: y - 3, class: several ? "byte right" : "byte left" }, text));
	};
	p.rows.forEach((r, i) => {
		cut(cuts[i]);
		y += levels[i].length > 0 ? 34 + 17 * (levels[i].length - 1) : i > 0 ? 18 : 6;
		if (several) s.append(svg("text", { x: left - 8, y: y + 18, class: "byte right" }, `byte ${r.first * p.unit}`));
		for (let k = 0; k < r.n; k++) {
			const c = r.first + k, x = left + (r.indent + k) * width;
			places.set(c, { row: i, x: x + width / 2, y });
			reach = Math.max(reach, x + width);
			if (!several) s.append(svg("text", { x: x + 1, y: y + cellHeight + 11, class: "byte left" }, String(c * p.unit)));
			const reader = p.readers.get(c);
			if (!reader) {
				s.append(svg("rect", { x: x + 0.5, y: y + 0.5, width: width - 1, height: cellHeight - 1, rx: 2, class: "blank" }));
				continue;
			}
			const times = reader.elements.length;
			const g = cell(x, y, width, reader.color, reader.part === 0 || k === 0 || times > 1 ? number(c) : "", times > 1 ? `×${times}${p.whole ? "" : "…"}` : "");
			g.dataset.cell = c;
			s.append(mark(g, reader.elements));
		}
		y += cellHeight;
	});
	if (!several) y += 14;
	cut(cuts.at(-1));
	const badges = [];
	jumps.forEach((j, n) => {
		const from = places.get(j.from), to = places.get(j.to);
		if (!from || !to) return;
		const at = from.row === to.row ? arc(s, from, to, levels[from.row].indexOf(j.k), j.k) : fall(s, from, to, width, j.k);
		if (n === 0 || jumps[n - 1].k !== j.k) badges.push([...at, j.k]);
	});
	badges.forEach((b, i) => {
		for (let n = 0; n < i; n++) { // beside the badges that are there
			if (Math.hypot(b[0] - badges[n][0], b[1] - badges[n][1]) < 15) {
				b[0] = badges[n][0] + 16;
				n = -1;
			}
		}
		badgeAt(s, ...b);
		reach = Math.max(reach, b[0] + 8);
	});
	s.setAttribute("width", reach + 4);
	s.setAttribute("height", y + 4);
	figure.append(s);
	return figure;
}

// arc is a jump within a row; it returns its highest point.
function arc(s, from, to, level, k) {
	const height = 18 + 17 * level;
	let side = 6 - 4 * Math.min(level, 4);
	if (to.x < from.x) side = -side;
	const [x0, x1] = to.x === from.x ? [from.x - 9, from.x + 9] : [from.x + side, to.x - side];
	const y = from.y - 1;
	s.append(svg("path", { class: "jump", stroke: axisColor(k), d: `M${x0} ${y}C${x0} ${y - height * 4 / 3} ${x1} ${y - height * 4 / 3} ${x1} ${y - 4}` }));
	head(s, x1, y, 0, 1, k);
	return [(x0 + x1) / 2, from.y - height - 1];
}

// fall is a jump to another row; it returns a point beside it, between two rows.
function fall(s, from, to, width, k) {
	const down = to.row > from.row ? 1 : -1;
	const shift = 4 * (Math.min(k, 4) - 1);
	const x0 = from.x + shift, x1 = to.x + shift;
	const y0 = down > 0 ? from.y + cellHeight : from.y, y1 = down > 0 ? to.y : to.y + cellHeight;
	const bulge = Math.abs(to.row - from.row) > 1 ? (width / 2 - shift) / 0.75 : 0;
	const bend = Math.abs(y1 - y0) / 2 * down;
	s.append(svg("path", { class: "jump", stroke: axisColor(k), d: `M${x0} ${y0 - 3 * down}C${x0 + bulge} ${y0 + bend} ${x1 + bulge} ${y1 - bend} ${x1} ${y1 - 4 * down}` }));
	head(s, x1, y1, 0, down, k);
	return bulge ? [x0 + 11.5, y0 + 8 * down] : [(x0 + x1) / 2 + 11.5, (y0 + y1) / 2];
}

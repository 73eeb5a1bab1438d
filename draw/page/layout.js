"use strict";
// The arithmetic of views, by the rules of package layout. A form is an array
// without its data: {itemsize, shape, strides, offset, storage}, the last three
// in bytes. Every operation returns a new form.

class Refusal extends Error {}

// exact refuses numbers that a script does not count exactly.
function exact(n) {
	if (!Number.isSafeInteger(n)) throw new Refusal("a size overflows");
	return n;
}

function product(sizes) {
	return sizes.reduce((n, size) => (size === 0 ? n : exact(n * size)), 1) * (sizes.includes(0) ? 0 : 1);
}

function tuple(s) {
	return s.length === 1 ? `(${s[0]},)` : `(${s.join(", ")})`;
}

function parseInt10(text) {
	text = text.trim();
	if (!/^[+-]?\d+$/.test(text)) throw new Refusal(`"${text}", expected an integer`);
	return exact(Number(text)) + 0;
}

// parseInts reads integers with commas between them; "()" is none of them.
function parseInts(text) {
	text = text.trim();
	if (text === "()") return [];
	if (text === "") throw new Refusal("empty, expected integers with commas between them, or () for none");
	return text.split(",").map(parseInt10);
}

function axisOf(axis, rank) {
	if (axis < -rank || axis >= rank) throw new Refusal(`axis ${axis} is out of range, there are ${rank}`);
	return axis < 0 ? axis + rank : axis;
}

// packed is a fresh array of the shape.
function packed(itemsize, shape, order = "C") {
	if (shape.some((size) => size < 0)) throw new Refusal(`negative size in ${tuple(shape)}`);
	if (shape.length > 64) throw new Refusal(`${shape.length} axes, expected at most 64`);
	const strides = new Array(shape.length);
	let stride = itemsize;
	for (let i = 0; i < shape.length; i++) {
		const k = order === "C" ? shape.length - 1 - i : i;
		strides[k] = stride;
		stride = exact(stride * Math.max(shape[k], 1));
	}
	return { itemsize, shape, strides, offset: 0, storage: exact(product(shape) * itemsize) };
}

function transpose(form, { axes }) {
	const rank = form.shape.length;
	const order = axes.trim() === "" ? [...form.shape.keys()].reverse() : parseInts(axes).map((a) => axisOf(a, rank));
	if (order.length !== rank || new Set(order).size !== rank) {
		throw new Refusal(`${order.length} axes named, expected each of the ${rank} once`);
	}
	return { ...form, shape: order.map((k) => form.shape[k]), strides: order.map((k) => form.strides[k]) };
}

// parseIndex reads NumPy's basic indexing.
function parseIndex(spec) {
	let text = spec.trim();
	if (text === "()") return [];
	if (text.endsWith(",")) text = text.slice(0, -1);
	return text.split(",").map((item) => {
		item = item.trim();
		if (item === "...") return { kind: "ellipsis" };
		if (item === "newaxis" || item === "None") return { kind: "newaxis" };
		const parts = item.split(":").map((s) => s.trim());
		if (parts.length > 3 || parts.some((s) => !/^([+-]?\d+)?$/.test(s)) || item === "") {
			throw new Refusal(`"${item}", expected an integer, a range, ..., or newaxis`);
		}
		if (parts.length === 1) return { kind: "int", at: Number(item) };
		const [start, stop, step] = parts.map((s) => (s === "" ? undefined : Number(s)));
		return { kind: "range", start, stop, step };
	});
}

// bounds resolves a range on an axis of size n, as Python's slices.
function bounds({ start, stop, step = 1 }, n) {
	const low = step < 0 ? -1 : 0;
	const high = step < 0 ? n - 1 : n;
	const clip = (i) => Math.min(Math.max(i < 0 ? i + n : i, low), high);
	const from = start === undefined ? (step < 0 ? high : low) : clip(start);
	const to = stop === undefined ? (step < 0 ? low : high) : clip(stop);
	const count = Math.ceil((to - from) / step);
	return count > 0 ? { from, step, count } : { from: 0, step: 1, count: 0 };
}

function slice(form, { at }) {
	const items = parseIndex(at);
	const taken = items.filter((it) => it.kind === "int" || it.kind === "range").length;
	if (taken > form.shape.length) throw new Refusal(`${taken} indices for ${form.shape.length} axes`);
	if (items.filter((it) => it.kind === "ellipsis").length > 1) throw new Refusal("more than one ellipsis");
	const shape = [], strides = [];
	let offset = form.offset, axis = 0;
	const keep = (n) => {
		for (; n > 0; n--, axis++) {
			shape.push(form.shape[axis]);
			strides.push(form.strides[axis]);
		}
	};
	for (const it of items) {
		const size = form.shape[axis], stride = form.strides[axis];
		switch (it.kind) {
			case "ellipsis":
				keep(form.shape.length - taken);
				break;
			case "newaxis":
				shape.push(1);
				strides.push(0);
				break;
			case "int": {
				const i = it.at < 0 ? it.at + size : it.at;
				if (i < 0 || i >= size) throw new Refusal(`index ${it.at} is out of bounds for axis ${axis} with size ${size}`);
				offset += i * stride;
				axis++;
				break;
			}
			case "range": {
				if (it.step === 0) throw new Refusal(`step 0 on axis ${axis}`);
				const { from, step, count } = bounds(it, size);
				offset += from * stride;
				shape.push(count);
				strides.push(step * stride);
				axis++;
			}
		}
	}
	keep(form.shape.length - axis);
	if (shape.length > 64) throw new Refusal(`${shape.length} axes, expected at most 64`);
	return { ...form, shape, strides, offset };
}

function expand(form, { to }) {
	const target = parseInts(to);
	const added = target.length - form.shape.length;
	if (added < 0) throw new Refusal(`${tuple(form.shape)} has more axes than ${tuple(target)}`);
	if (target.length > 64) throw new Refusal(`${target.length} axes, expected at most 64`);
	const shape = [], strides = [];
	target.forEach((size, k) => {
		const from = k < added ? 1 : form.shape[k - added];
		let stride = k < added ? 0 : form.strides[k - added];
		if (size === -1 && k >= added) size = from;
		if (size < 0) throw new Refusal(`size ${size} on axis ${k} of ${tuple(target)}`);
		if (size !== from) {
			if (from !== 1) throw new Refusal(`axis ${k} of ${tuple(target)} has size ${from} in ${tuple(form.shape)}; only size 1 expands`);
			stride = 0;
		}
		shape.push(size);
		strides.push(stride);
	});
	exact(product(shape) * form.itemsize);
	return { ...form, shape, strides };
}

function unfold(form, { axis, size, step }) {
	const rank = form.shape.length;
	const k = axisOf(parseInt10(axis), Math.max(rank, 1));
	const width = parseInt10(size);
	const by = step.trim() === "" ? 1 : parseInt10(step);
	const n = rank > 0 ? form.shape[k] : 1;
	const stride = rank > 0 ? form.strides[k] : 0;
	if (width < 0 || width > n) throw new Refusal(`window of ${width} on axis ${k} of size ${n}`);
	if (by <= 0) throw new Refusal(`step ${by}; expected 1 or more`);
	if (rank >= 64) throw new Refusal(`${rank + 1} axes, expected at most 64`);
	if (rank === 0) return { ...form, shape: [width], strides: [stride] };
	const shape = [...form.shape, width], strides = [...form.strides, stride];
	shape[k] = Math.floor((n - width) / by) + 1;
	strides[k] = by * stride;
	exact(product(shape) * form.itemsize);
	return { ...form, shape, strides };
}

// resolveShape replaces one -1 by what n elements leave for it.
function resolveShape(n, shape) {
	if (shape.some((size) => size < -1)) throw new Refusal(`negative size in ${tuple(shape)}`);
	const free = shape.indexOf(-1);
	if (free !== shape.lastIndexOf(-1)) throw new Refusal(`more than one -1 in ${tuple(shape)}`);
	const rest = product(shape.filter((size) => size !== -1));
	if (free < 0) {
		if (rest !== n) throw new Refusal(`${n} elements do not fill ${tuple(shape)}`);
		return shape;
	}
	if (rest === 0) throw new Refusal(`the -1 in ${tuple(shape)} could be any size`);
	if (n % rest !== 0) throw new Refusal(`${n} elements do not divide into ${tuple(shape)}`);
	return shape.with(free, n / rest);
}

// viewStrides are the strides that view a form in another shape of as many
// elements, at least one, in C order; or the two axes that do not join.
function viewStrides(form, shape) {
	const strides = new Array(shape.length);
	let from = 0, to = 0, stride = form.itemsize;
	for (;;) {
		while (from < form.shape.length && form.shape[from] === 1) from++;
		if (from === form.shape.length) break;
		let last = from, old = form.shape[from++];
		const first = to;
		let size = shape[to++];
		while (size !== old) {
			if (size < old) {
				size *= shape[to++];
				continue;
			}
			while (form.shape[from] === 1) from++;
			if (form.strides[last] !== form.strides[from] * form.shape[from]) return { outer: last, inner: from };
			old *= form.shape[from];
			last = from++;
		}
		stride = form.strides[last];
		for (let k = to - 1, s = stride; k >= first; k--) {
			strides[k] = s;
			s *= shape[k];
		}
	}
	for (; to < shape.length; to++) strides[to] = stride;
	return { strides };
}

// needsCopy says why two axes do not become one.
function needsCopy(form, outer, inner) {
	let so = form.strides[outer], si = form.strides[inner], unit = " bytes";
	if (so % form.itemsize === 0 && si % form.itemsize === 0) {
		[so, si, unit] = [so / form.itemsize, si / form.itemsize, ""];
	}
	return `axes ${Math.min(outer, inner)} and ${Math.max(outer, inner)} do not join: stride ${so} ≠ ${si}·${form.shape[inner]}${unit}`;
}

// reshape is a view where there is one, else a packed copy and the reason.
function reshape(form, { to }) {
	const asked = parseInts(to);
	if (asked.length > 64) throw new Refusal(`${asked.length} axes, expected at most 64`);
	const shape = resolveShape(product(form.shape), asked);
	if (shape.length === form.shape.length && asked.every((size, k) => size === form.shape[k])) return { ...form, shape };
	if (shape.includes(0)) return { ...form, shape, strides: packed(form.itemsize, shape).strides };
	const { strides, outer, inner } = viewStrides(form, shape);
	if (strides) return { ...form, shape, strides };
	return { ...packed(form.itemsize, shape), reason: needsCopy(form, outer, inner) };
}

const operations = { transpose, slice, expand, unfold, reshape };

// apply runs stages. It returns the forms that are read, one a storage: each
// with the stages that made it and, where the next stage copies, why.
function apply(input, stages) {
	const panels = [];
	let form = input, made = [];
	stages.forEach((stage, i) => {
		let next;
		try {
			next = operations[stage.op](form, stage.args);
		} catch (e) {
			if (e instanceof Refusal) throw new Refusal(`stage ${i + 1} (${stageText(stage)}): ${e.message}`);
			throw e;
		}
		const { reason, ...rest } = next;
		if (reason) {
			panels.push({ form, made, copy: { stage: stageText(stage), bytes: rest.storage, reason } });
			made = [];
		} else {
			made.push(stageText(stage));
		}
		form = rest;
	});
	panels.push({ form, made });
	return panels;
}

// stageText is a stage as a pipeline spells it.
function stageText({ op, args }) {
	const quote = (s) => (/^[-0-9,]+$/.test(s) && !s.endsWith(",") || s === "()" ? s : `'${s}'`);
	return [op, ...Object.values(args).map((s) => s.replace(/\s+/g, "")).filter((s) => s !== "").map(quote)].join(" ");
}

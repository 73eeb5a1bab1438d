"use strict";
// What is told of a form, in the words of package draw.

// axes are the facts of every axis; wantC and wantF are the strides of a packed
// array of the shape.
function axesOf(form) {
	const all = form.shape.map((size, k) => ({ number: k, size, stride: form.strides[k], free: size === 1 }));
	let want = form.itemsize;
	for (const a of all) {
		a.wantF = want;
		want *= a.size;
	}
	want = form.itemsize;
	for (const a of [...all].reverse()) {
		a.wantC = want;
		want *= a.size;
	}
	const few = product(form.shape) < 2; // no stride has a meaning
	for (const a of all) {
		a.isC = few || a.free || a.stride === a.wantC;
		a.isF = few || a.free || a.stride === a.wantF;
	}
	return all;
}

function joint(outer, inner, form) {
	if (outer.free || inner.free) return { joins: true, why: "join: size 1" };
	let so = outer.stride, si = inner.stride;
	if (so % form.itemsize === 0 && si % form.itemsize === 0) [so, si] = [so / form.itemsize, si / form.itemsize];
	const joins = outer.stride === inner.stride * inner.size;
	return { joins, why: `${joins ? "join" : "do not join"}: ${so} ${joins ? "=" : "≠"} ${si}·${inner.size}` };
}

// coalesce merges neighbouring axes where that keeps the order of the elements.
function coalesce(form) {
	const shape = [], strides = [];
	form.shape.forEach((size, k) => {
		if (size === 1) return;
		const last = shape.length - 1;
		if (last >= 0 && strides[last] === form.strides[k] * size) {
			shape[last] *= size;
			strides[last] = form.strides[k];
			return;
		}
		shape.push(size);
		strides.push(form.strides[k]);
	});
	return { shape, strides };
}

// density tells how the elements fill the bytes that they span.
function density(form) {
	const axes = form.shape.map((size, k) => [size, Math.abs(form.strides[k])]).filter(([size]) => size !== 1);
	axes.sort((a, b) => a[1] - b[1]);
	if (axes.some(([size]) => size === 0)) return "dense";
	if (axes.length > 0 && axes[0][1] === 0) return "broadcast";
	let reach = form.itemsize, nested = true, dense = true;
	let span = form.itemsize;
	for (const [size, stride] of axes) {
		nested &&= stride >= reach;
		dense &&= stride === span;
		reach += (size - 1) * stride;
		span *= size;
	}
	if (!nested && overlaps(form)) return "overlapping";
	return dense ? "dense" : "gapped";
}

// overlaps tells whether two elements share a byte: exactly where there are few
// of them, else it is taken for granted.
function overlaps(form) {
	if (product(form.shape) * form.itemsize > 1 << 18) return true;
	const seen = new Set();
	for (const { offset } of walk(form, form.shape)) {
		for (let b = 0; b < form.itemsize; b++) {
			if (seen.has(offset + b)) return true;
			seen.add(offset + b);
		}
	}
	return false;
}

// walk yields the elements of the first so many indices along each axis, in C
// order.
function* walk(form, shown) {
	const n = product(shown);
	for (let i = 0; i < n; i++) {
		const index = new Array(shown.length);
		let rest = i;
		for (let k = shown.length - 1; k >= 0; k--) {
			index[k] = rest % shown[k];
			rest = Math.floor(rest / shown[k]);
		}
		let number = 0, offset = form.offset;
		index.forEach((j, k) => {
			number = number * form.shape[k] + j;
			offset += j * form.strides[k];
		});
		yield { index, number, offset };
	}
}

function isC(form) {
	return axesOf(form).every((a) => a.isC);
}

function isF(form) {
	return axesOf(form).every((a) => a.isF);
}

// verdict says in sentences why the view is or is not contiguous.
function verdict(form) {
	const all = axesOf(form), c = isC(form), f = isF(form);
	if (c && f) return ["Contiguous in C and in F order: the walk goes from cell to cell."];
	if (c) return ["C-contiguous: each stride is the item size times the later sizes, so the walk goes from cell to cell."];
	const wrong = all.findLast((a) => !a.isC);
	const why = [`Not C-contiguous: axis ${wrong.number} moves by ${wrong.stride} bytes, packed in C order it would move by ${wrong.wantC}.`];
	if (f) {
		why.push("F-contiguous: each stride is the item size times the earlier sizes, so the first axis goes from cell to cell.");
		return why;
	}
	switch (density(form)) {
		case "dense":
			why.push("Not F-contiguous either, but dense: the elements fill one run of memory, in another order.");
			break;
		case "broadcast":
			why.push(`Broadcast: axis ${all.find((a) => !a.free && a.stride === 0).number} has stride 0, so every index of it reads the same bytes.`);
			break;
		case "gapped":
			why.push("Gapped: between its elements lie bytes that it does not read.");
			break;
		default:
			why.push("Overlapping: several elements read the same bytes.");
	}
	return why;
}

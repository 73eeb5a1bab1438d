package stage

// computed are the stages that make new values, by package ops.
var computed []Op

// The program that answers the page: pleach serve, over HTTP. The folder of `make site` has another file in
// this place, with the same names, which runs the program in the browser (site/program.js).

export const where = "Runs on the machine that serves this page: texts are sent nowhere else.";
export const silent = "The server does not answer. Is pleach serve running?";

// A Response, as fetch gives it.
export const ask = (path, request) => fetch(path, request);

// Opens a file of the user's as a model or a treebank; null: the program opens none.
export const open = null;

// A treebank's file with edits in it, for the user to save; null: the program gives none.
export const change = null;

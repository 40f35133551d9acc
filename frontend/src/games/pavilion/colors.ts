/** The colours of pavilion: names of the drawings, and letters of the notation. */

export const PAVILION = ["purple", "green", "orange", "yellow", "blue", "red"] as const;
export const LETTERS = "pgoybr";

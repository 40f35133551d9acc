/** The colours of classic: names of the drawings, and letters of the notation. */

export const CLASSIC = ["blue", "yellow", "red", "black", "white"] as const;
export const LETTERS = "byrkw";

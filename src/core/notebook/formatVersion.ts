/** The version of the `.signals` format that this code reads and writes: the front matter's key `signals`. */
export const formatVersion = 1;

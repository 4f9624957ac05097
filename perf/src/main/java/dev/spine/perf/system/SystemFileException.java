package dev.spine.perf.system;

/** A mistake in a file that a person wrote: one line that says where, what, and what to do. */
public final class SystemFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A mistake at a place.
     *
     * @param file the file's name
     * @param line from 1; 0 when the mistake has no place
     * @param column from 1; 0 when the mistake has no place
     * @param problem what is wrong and what to do
     */
    public SystemFileException(String file, int line, int column, String problem) {
        super(line == 0 ? file + ": " + problem : file + ":" + line + ":" + column + ": " + problem);
    }
}

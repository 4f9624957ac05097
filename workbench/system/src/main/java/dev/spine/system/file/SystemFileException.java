package dev.spine.system.file;

/** A mistake in a file that a person wrote: one line that says where, what, and what to do. Any thread. */
public final class SystemFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A mistake at a place. What stands in the file may be part of the message; its control characters are shown as {@code ?}, so that the
     * message stays one line.
     *
     * @param position where
     * @param problem what is wrong and what to do
     */
    public SystemFileException(FilePosition position, String problem) {
        super(line(position, problem));
    }

    /**
     * A mistake that a table explains.
     *
     * @param position where
     * @param problem what is wrong and what to do, in one line
     * @param table what stands under that line
     */
    public SystemFileException(FilePosition position, String problem, String table) {
        super(line(position, problem) + System.lineSeparator() + table.stripTrailing());
    }

    private static String line(FilePosition position, String problem) {
        return (position + ": " + problem).replaceAll("\\p{Cntrl}", "?");
    }
}

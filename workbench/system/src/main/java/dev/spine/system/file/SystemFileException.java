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
        super((position + ": " + problem).replaceAll("\\p{Cntrl}", "?"));
    }
}

package dev.spine.system.file;

/**
 * A place in a file that a person wrote, kept with what was read there, so that what turns out wrong later can still name it. Any thread.
 *
 * @param file the file's name, as the person gave it
 * @param line from 1; 0 when only the file is known
 * @param column from 1; 0 when only the file is known
 */
public record FilePosition(String file, int line, int column) {
    /** Of what a command describes itself: no file is to blame. */
    public static final FilePosition BUILT_IN = new FilePosition("built-in system", 0, 0);

    /**
     * {@return a file as a whole}
     *
     * @param file its name
     */
    public static FilePosition of(String file) {
        return new FilePosition(file, 0, 0);
    }

    /**
     * Makes an error about this place.
     *
     * @param problem what is wrong and what to do
     * @return the error, to be thrown
     */
    public SystemFileException wrong(String problem) {
        return new SystemFileException(this, problem);
    }

    /** {@return the place as compilers write it: {@code file:line:column}, or the file alone} */
    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }
}

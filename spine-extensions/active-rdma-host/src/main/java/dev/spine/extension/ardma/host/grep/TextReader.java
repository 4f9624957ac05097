package dev.spine.extension.ardma.host.grep;

/** Reads bytes of a text, in the thread of the search. */
@FunctionalInterface
public interface TextReader {
    /**
     * {@return bytes of the text}
     *
     * @param offset of the first
     * @param bytes how many there are to be, at least 1, up to 1 MiB and to the text's end
     */
    byte[] read(long offset, int bytes);
}

package dev.spine.extension.ardma.host.grep;

/** Reads bytes of a text. */
@FunctionalInterface
interface TextReader {
    byte[] read(long offset, int bytes);
}

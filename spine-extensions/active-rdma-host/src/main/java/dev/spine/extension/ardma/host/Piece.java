package dev.spine.extension.ardma.host;

/**
 * One of several questions about an area, and some bytes of an array: those that are written, or the place of those that are read.
 *
 * @param words what is asked
 * @param array has the bytes
 * @param at the first one's place
 * @param bytes how many, at least 1
 */
record Piece(int[] words, byte[] array, int at, int bytes) {
}

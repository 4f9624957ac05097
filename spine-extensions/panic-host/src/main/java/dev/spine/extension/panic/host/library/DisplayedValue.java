package dev.spine.extension.panic.host.library;

/**
 * A word that a program displayed.
 *
 * @param program its number
 * @param value the word
 */
public record DisplayedValue(int program, int value) {
}

package dev.spine.extension.ardma.host.arf;

/**
 * A name in a directory, and what it is the name of. Any thread.
 *
 * @param name without slashes
 * @param node what it names
 */
public record ArfEntry(String name, ArfNode node) {}

package dev.spine.extension.benchmarks;

/**
 * Stands for code that no compiler of Java writes: the host of {@link AttackerExtension} puts a class of this name in its place that does
 * more. Any thread.
 */
public final class Bulk {
    private Bulk() {}

    /** Called once, within the start. */
    static void start() {}

    /** Called for messages. */
    static void run() {}
}

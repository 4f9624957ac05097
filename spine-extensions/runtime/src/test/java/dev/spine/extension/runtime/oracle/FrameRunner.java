package dev.spine.extension.runtime.oracle;

import dev.spine.extension.api.QuotaError;
import dev.spine.extension.runtime.meter.MeteredCode;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Goes as deep as a thread's real stack lets it, metered, and prints the bytes of a frame beside the words that the account took for it; a
 * process of its own. The arguments are a file of programs and how often each is called before it is measured.
 */
final class FrameRunner {
    private static final int STACK_BYTES = 64 << 20;
    private static final int WORDS = 16_384;
    private static final int MUCH = 1 << 30;

    private FrameRunner() {}

    /** Prints name, bytes a frame and words a frame for each program of a file. */
    public static void main(String[] arguments) throws Exception {
        int warm = Integer.parseInt(arguments[1]);
        for (Subject subject : Subject.read(Path.of(arguments[0]))) {
            Thread thread = new Thread(null, () -> measure(subject, warm), "frames", STACK_BYTES);
            thread.start();
            thread.join();
        }
    }

    private static void measure(Subject subject, int warm) {
        try {
            MeteredCode code = MeteredCode.metered(subject.image(), subject.entry());
            code.refill(MUCH, MUCH, MUCH);
            code.make();
            code.rounds(100);
            for (int i = 0; i < warm; i++) {
                code.refill(MUCH, MUCH, MUCH);
                code.run();
            }
            int real = deepest(code, MUCH);
            int charged = deepest(code, WORDS);
            System.out.printf(Locale.ROOT, "%s %d bytes and %.1f words a frame: %.1f bytes a word, %d KiB for %d words%n", subject.name(),
                STACK_BYTES / real, (double) WORDS / charged, (double) STACK_BYTES / real * charged / WORDS,
                (long) STACK_BYTES / real * charged >> 10, WORDS);
        } catch (Throwable e) {
            System.out.println(subject.name() + " failed: " + e);
        }
    }

    /** How deep it comes, to a fiftieth. */
    private static int deepest(MeteredCode code, int words) throws ReflectiveOperationException {
        int good = 8;
        int bad = MUCH;
        while (bad - good > good / 50 + 1) {
            int depth = bad == MUCH ? good * 2 : (good + bad) / 2;
            code.refill(MUCH, MUCH, words);
            code.rounds(depth);
            try {
                code.run();
                good = depth;
            } catch (StackOverflowError | QuotaError e) {
                bad = depth;
            }
        }
        return good;
    }
}

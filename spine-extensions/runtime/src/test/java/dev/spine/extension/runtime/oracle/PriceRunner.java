package dev.spine.extension.runtime.oracle;

import dev.spine.extension.runtime.meter.MeteredCode;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Locale;

/** Runs each program of a file as it is, not metered, until it is warm, and prints what a round of it takes; a process of its own. */
final class PriceRunner {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int MANY = 1_000_000;
    private static final int MAX_ROUNDS = 1 << 24;

    private PriceRunner() {}

    /** Prints name and nanoseconds a round for each program of a file, each measured for some milliseconds. */
    public static void main(String[] arguments) throws Throwable {
        long ns = Long.parseLong(arguments[1]) * MANY;
        for (Subject subject : Subject.read(Path.of(arguments[0]))) {
            MeteredCode code = MeteredCode.plain(subject.image(), subject.entry());
            code.make();
            System.out.printf(Locale.ROOT, "%s %.3f%n", subject.name(), best(code, ns));
        }
    }

    /** The least of what was measured, in activations of a twentieth of the time each. */
    private static double best(MeteredCode code, long ns) throws Throwable {
        int rounds = 1;
        for (long taken = 0; taken < ns / 40 && rounds < MAX_ROUNDS; rounds *= 2) {
            taken = time(code, rounds);
        }
        double best = Double.MAX_VALUE;
        long end = THREADS.getCurrentThreadCpuTime() + ns;
        while (THREADS.getCurrentThreadCpuTime() < end) {
            best = Math.min(best, (double) time(code, rounds) / rounds);
        }
        return best;
    }

    private static long time(MeteredCode code, int rounds) throws Throwable {
        code.rounds(rounds);
        long begin = THREADS.getCurrentThreadCpuTime();
        code.run();
        return THREADS.getCurrentThreadCpuTime() - begin;
    }
}

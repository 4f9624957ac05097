package dev.spine.perf.forward;

import dev.spine.perf.calibration.ThreadPlacement;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The program that shares the host's processor: computes routes, over and over, until it is killed or nobody has the other end of its
 * standard input any more.
 *
 * <p>Started by the comparison of forwarding; arguments: the file of its counters, its processor, a seed. On Linux its thread is in the
 * scheduler's class for idle time: it gives way at once when packets come.
 */
public final class LoadProgram {
    private LoadProgram() {}

    /**
     * Computes.
     *
     * @param arguments file, processor, seed
     * @throws IOException when the file cannot be used
     */
    public static void main(String[] arguments) throws IOException {
        LoadCounters counters = LoadCounters.open(Path.of(arguments[0]));
        int processor = Integer.parseInt(arguments[1]);
        RouteComputation computation = new RouteComputation(Long.parseLong(arguments[2]));
        Thread worker = new Thread(() -> compute(computation, counters, processor), "load");
        worker.setDaemon(true);
        worker.start();
        // Ends with the program that has started this one, however that ends.
        int read = 0;
        while (read >= 0) {
            read = System.in.read();
        }
        Runtime.getRuntime().halt(0);
    }

    private static void compute(RouteComputation computation, LoadCounters counters, int processor) {
        boolean pinned = ThreadPlacement.pin(processor);
        counters.begin(ThreadPlacement.idle() && pinned);
        long wrong = 0;
        for (long unit = 0;; unit++) {
            if (!computation.compute(unit)) {
                counters.wrong(++wrong);
            }
            counters.units(unit + 1);
        }
    }
}

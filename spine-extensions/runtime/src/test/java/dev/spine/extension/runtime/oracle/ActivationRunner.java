package dev.spine.extension.runtime.oracle;

import com.sun.management.ThreadMXBean;
import dev.spine.extension.runtime.meter.MeteredCode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs the programs of a file metered, one after the other on a thread with a card's stack, and prints a line for each activation; a
 * process of its own. Its arguments: the file, the first program, how many activations of each program after the cold ones, the
 * nanoseconds that the first activation, a unit of a cold one and a unit of a warm one may take: only programs that take more are run in
 * all {@link #SPACES}; and the nanoseconds that those get to become as quick as they may.
 *
 * <p>What ends the process is told first: a program that does not come back in {@link #PATIENCE_MS} makes it halt with a line of its own,
 * and each program is named before it begins.
 */
final class ActivationRunner {
    /** Namespaces in which each program is run anew: the least of them counts. */
    static final int SPACES = 3;
    /** How long an activation may take before the process gives up, in milliseconds. */
    static final long PATIENCE_MS = 10_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int FUEL = 4_000_000;
    private static final int WANTED_FUEL = 100_000;
    private static final long HEAP = 64 << 20;
    private static final long WANTED_HEAP = 1 << 20;
    private static final int SETUP = Integer.MAX_VALUE / 4;
    private static final int STACK = 16_384;
    private static final int MAX_ROUNDS = 1 << 15;
    /** From so many warm activations on a program gets time to become as quick as it may: compilers are behind at times. */
    private static final int OFTEN = 100;
    private static final long FEW_BYTES = 16 << 10;

    private final StringBuilder out = new StringBuilder();
    private final int warm;
    private final double mostFirst;
    private final double mostCold;
    private final double mostWarm;
    private final double longNs;
    private boolean isSlow;
    private long lastNs;
    private volatile long since;
    private volatile String running = "";

    private ActivationRunner(int warm, double mostFirst, double mostCold, double mostWarm, double longNs) {
        this.warm = warm;
        this.mostFirst = mostFirst;
        this.mostCold = mostCold;
        this.mostWarm = mostWarm;
        this.longNs = longNs;
    }

    /** Runs them. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<Subject> subjects = Subject.read(Path.of(arguments[0]));
        ActivationRunner runner = new ActivationRunner(Integer.parseInt(arguments[2]), Double.parseDouble(arguments[3]),
            Double.parseDouble(arguments[4]), Double.parseDouble(arguments[5]), Double.parseDouble(arguments[6]));
        Thread card = Thread.ofPlatform().name("card").unstarted(() -> {
            for (Subject subject : subjects.subList(Integer.parseInt(arguments[1]), subjects.size())) {
                runner.run(subject);
            }
        });
        card.start();
        while (!card.join(java.time.Duration.ofMillis(PATIENCE_MS / 10))) {
            runner.watch();
        }
        System.out.println(Activation.ALL);
        System.out.flush();
    }

    private void watch() {
        long begin = since;
        if (begin != 0 && System.nanoTime() - begin > PATIENCE_MS * 1_000_000) {
            System.out.println(Activation.HUNG + running);
            System.out.flush();
            Runtime.getRuntime().halt(3);
        }
    }

    private void run(Subject subject) {
        running = subject.name();
        System.out.println(Activation.BEGIN + subject.name());
        try {
            MeteredCode code = MeteredCode.metered(subject.image(), subject.entry());
            int rounds = calibrate(made(code), subject);
            isSlow = true;
            for (int space = 0; space < SPACES && isSlow; space++) {
                isSlow = false;
                code = made(code.again());
                boolean goesOn = activate(code, subject, space, 0, 1);
                double least = Double.MAX_VALUE;
                long taken = 0;
                for (int i = 1; goesOn && (i < warm + Activation.COLD || warm >= OFTEN && least > mostWarm && taken < longNs); i++) {
                    goesOn = activate(code, subject, space, i, rounds);
                    taken += lastNs;
                    if (goesOn && i >= Activation.COLD) {
                        least = Math.min(least, (double) lastNs / Math.max(1, code.usedFuel()));
                    } else if (i >= Activation.COLD) {
                        // What it has used up is there again, and its code is as warm as it is.
                        made(code);
                        goesOn = true;
                    }
                }
                isSlow |= warm > 0 && goesOn && least > mostWarm;
            }
        } catch (Throwable e) {
            since = 0;
            out.append(Activation.FAILED).append(subject.name()).append(' ').append(e.toString().replaceAll("\\s+", " ")).append('\n');
        }
        System.out.print(out);
        System.out.flush();
        out.setLength(0);
    }

    private MeteredCode made(MeteredCode code) throws Throwable {
        code.refill(SETUP, SETUP, STACK);
        since = System.nanoTime();
        code.make();
        since = 0;
        return code;
    }

    /** Finds how many rounds take a good part of an activation's fuel, by fuel alone, so that every machine finds the same. */
    private int calibrate(MeteredCode code, Subject subject) throws Throwable {
        int rounds = 1;
        for (int i = 0;; i++) {
            boolean goesOn = activate(code, subject, -1, i, rounds);
            if (!goesOn || code.usedFuel() >= WANTED_FUEL / 2 || code.usedHeap() >= WANTED_HEAP / 2 || rounds >= MAX_ROUNDS) {
                return goesOn ? rounds : Math.max(1, rounds / 2);
            }
            rounds *= 2;
        }
    }

    private boolean activate(MeteredCode code, Subject subject, int space, int number, int rounds) throws Throwable {
        code.rounds(rounds);
        code.refill(FUEL, HEAP, STACK);
        String thrown = "-";
        since = System.nanoTime();
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long begin = THREADS.getCurrentThreadCpuTime();
        try {
            code.run();
        } catch (Throwable e) {
            thrown = e.getClass().getSimpleName();
        }
        long ns = THREADS.getCurrentThreadCpuTime() - begin;
        bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        since = 0;
        lastNs = ns;
        String end = code.ended() == null ? thrown : String.valueOf(code.ended()).replaceAll("\\s+", "_");
        Activation done = new Activation(subject.name(), space, number, rounds, code.usedFuel(), code.usedHeap(), ns, bytes, end);
        isSlow |= !done.isWarm() && ns > mostFirst + mostCold * done.fuel() || bytes > 2 * done.heap() + FEW_BYTES;
        out.append(done.line()).append('\n');
        return code.ended() == null && thrown.equals("-");
    }
}

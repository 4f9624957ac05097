package dev.spine.perf.benchmarks.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What processors have worked: this process exactly, with the kernel's soft interrupts that run on its back, and the threads of the kernel
 * that run them otherwise; and the machine as a whole, by the ticks of the clock.
 *
 * @param threadNs of this process and of the kernel's threads for soft interrupts
 * @param machineNs of everything, in steps of 10 ms
 * @param elapsedNs of time
 */
record PathTime(long threadNs, long machineNs, long elapsedNs) {
    private static final long TICK_NS = 10_000_000;
    private static final List<Path> SOFT = softThreads();

    static PathTime now() {
        try {
            long soft = 0;
            for (Path one : SOFT) {
                soft += Long.parseLong(Files.readString(one).split(" ", -1)[0]);
            }
            String[] fields = Files.readAllLines(Path.of("/proc/stat")).getFirst().split(" +", -1);
            // user, nice, system, idle, iowait, irq, softirq, steal
            long ticks = 0;
            for (int i : new int[] {1, 2, 3, 6, 7}) {
                ticks += Long.parseLong(fields[i]);
            }
            return new PathTime(Native.processNs() + soft, ticks * TICK_NS, System.nanoTime());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> softThreads() {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(one -> one.getFileName().toString().matches("[0-9]+")).filter(PathTime::isSoft)
                .map(one -> one.resolve("schedstat")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSoft(Path process) {
        try {
            return Files.readString(process.resolve("comm")).startsWith("ksoftirqd");
        } catch (IOException e) {
            // It has ended meanwhile.
            return false;
        }
    }

    PathTime since(PathTime before) {
        return new PathTime(threadNs - before.threadNs, machineNs - before.machineNs, elapsedNs - before.elapsedNs);
    }
}

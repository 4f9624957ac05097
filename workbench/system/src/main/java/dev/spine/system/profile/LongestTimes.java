package dev.spine.system.profile;

import dev.spine.iop.engine.Op;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Finds numbers of a profile that are possible one by one, and together make a time that no machine has: sums of such times would leave the
 * 64 bits of the engine's picoseconds, and no run would come to its end.
 */
final class LongestTimes {
    /** What an operation of a processor may take: some are charged a million times for one step. */
    private static final double MAX_OPERATION = 0.1;
    /** What a packet may take on its way. */
    private static final double MAX_PACKET = 1;
    private static final int PACKET_BYTES = 1518;
    private static final double NANOSECOND = 1e-9;
    private static final double PICOSECOND = 1e-12;

    private final Profile profile;

    LongestTimes(Profile profile) {
        this.profile = profile;
    }

    private double number(String path) {
        return profile.number(ProfileKey.named(path).orElseThrow());
    }

    private String shown(String path) {
        ProfileKey key = ProfileKey.named(path).orElseThrow();
        return "'" + path + "' of " + key.unit().show(profile.number(key));
    }

    /** {@return what is wrong, and what to do, in one line; null when nothing is} */
    @Nullable String problem() {
        for (String processor : new String[] {"host", "iop"}) {
            for (Op op : Op.values()) {
                String problem = ProfileKey.has(processor, op) ? ofOperation(processor, op) : null;
                if (problem != null) {
                    return problem;
                }
            }
        }
        double width = number("bus.width-bytes");
        double words = Math.ceil(PACKET_BYTES / width);
        double bursts = Math.ceil(PACKET_BYTES / number("bus.burst-bytes"));
        double cycle = 1 / number("bus.clock-hz");
        String problem = tooLong("a packet on the bus", words * cycle, "bus.clock-hz", "bus.width-bytes");
        problem = problem != null ? problem : tooLong("a packet on the bus", bursts * number("bus.overhead-cycles") * cycle,
            "bus.overhead-cycles", "bus.burst-bytes");
        problem = problem != null ? problem : tooLong("a packet of programmed words", words * number("bus.programmed-cycles") * cycle,
            "bus.programmed-cycles", "bus.clock-hz");
        problem = problem != null ? problem : tooLong("a register read", number("bus.read-cycles") * cycle, "bus.read-cycles",
            "bus.clock-hz");
        double turns = Math.ceil(PACKET_BYTES / number("bus.turn-bytes"));
        problem = problem != null ? problem : tooLong("a packet on the bus", turns * number("bus.overhead-cycles") * cycle,
            "bus.overhead-cycles", "bus.turn-bytes");
        double read = number("bus.dma-read-ns");
        double bridges = 2 * number("bus.bridge-ns");
        problem = problem != null ? problem : tooLong("a packet that is read",
            Math.ceil(PACKET_BYTES / number("dma.read-window-bytes")) * (read + bridges) * NANOSECOND,
            bridges > read ? "bus.bridge-ns" : "bus.dma-read-ns", "dma.read-window-bytes");
        problem = problem != null ? problem : tooLong("a packet moved by DMA", number("dma.setup-ns") * NANOSECOND + words * cycle,
            "dma.setup-ns", null);
        problem = problem != null ? problem : tooLong("a packet within a card", PACKET_BYTES / number("dma.local-bytes-per-second"),
            "dma.local-bytes-per-second", null);
        problem = problem != null ? problem : tooLong("a packet in a card's memory", PACKET_BYTES / number("memory.card-bytes-per-second"),
            "memory.card-bytes-per-second", null);
        problem = problem != null ? problem : tooLong("a packet in the host's memory",
            PACKET_BYTES / number("memory.host-bytes-per-second"), "memory.host-bytes-per-second", null);
        return problem != null ? problem : tooLong("a packet on the wire", (PACKET_BYTES + number("wire.overhead-bytes")) * Byte.SIZE
            / number("wire.bits-per-second"), "wire.bits-per-second", "wire.overhead-bytes");
    }

    private @Nullable String ofOperation(String processor, Op op) {
        ProfileKey units = ProfileKey.ofOperation(processor, op);
        // Nobody wrote the units that were counted: what is wrong is what each of them takes.
        String path = units.fallback().equals(OptionalDouble.of(profile.number(units))) ? processor + ".cycles.unit" : units.path();
        double cycles = profile.cycles(processor, op);
        double clock = cycles / number(processor + ".clock-hz");
        double memory = memorySeconds(processor, cycles);
        return clock + memory <= MAX_OPERATION ? null : says("an operation", clock + memory, MAX_OPERATION, path,
            clock > memory ? processor + ".clock-hz" : processor + ".memory.miss-ns");
    }

    private double memorySeconds(String processor, double cycles) {
        return cycles * profile.memory(processor).picosecondsPerCycle() * PICOSECOND;
    }

    /**
     * {@return the least clock in hertz, at most its own, with which the machine has no problem where it has none with its own}
     *
     * @param processor {@code host} or {@code iop}
     */
    long slowestClock(String processor) {
        double slowest = 1;
        for (Op op : Op.values()) {
            double cycles = profile.cycles(processor, op);
            if (cycles > 0) {
                slowest = Math.max(slowest, cycles / (MAX_OPERATION - memorySeconds(processor, cycles)));
            }
        }
        // One more for what was rounded.
        return (long) Math.min(number(processor + ".clock-hz"), Math.ceil(slowest) + 1);
    }

    private @Nullable String tooLong(String what, double seconds, String path, @Nullable String other) {
        return seconds <= MAX_PACKET ? null : says(what, seconds, MAX_PACKET, path, other);
    }

    private String says(String what, double seconds, double most, String path, @Nullable String other) {
        return String.format(Locale.ROOT, "%s%s makes %s take %.3g s, and the range ends at %.1f s: choose %s", shown(path),
            other == null ? "" : " with " + shown(other), what, seconds, most, other == null ? "another one" : "others");
    }
}

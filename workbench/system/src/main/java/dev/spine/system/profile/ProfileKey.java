package dev.spine.system.profile;

import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.HostInterrupts;
import dev.spine.iop.engine.MemoryTiming;
import dev.spine.iop.engine.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A number that a machine profile has. Any thread.
 *
 * @param path where it stands in the file, for example {@code "bus.clock-hz"}
 * @param unit of the number
 * @param least the smallest allowed
 * @param most the largest allowed: beyond it times in picoseconds no longer fit 64 bits
 */
public record ProfileKey(String path, Unit unit, double least, double most) {
    private static final double MAX_RATE = 1e12;
    private static final double MAX_NS = 1e9;
    private static final double MAX_BYTES = 1 << 20;
    private static final double MAX_MEMORY = 1L << 40;
    private static final double MAX_CYCLES = 1e9;
    private static final double MAX_REFERENCES = 100;
    private static final double PERCENT = 100;
    private static final List<String> SUFFIXES = List.of("-hz", "-bytes", "-ns", "-cycles", "-per-second", "-percent", "-per-cycle");
    private static final List<ProfileKey> ALL = all();

    private static List<ProfileKey> all() {
        List<ProfileKey> keys = new ArrayList<>();
        for (String processor : List.of("host", "iop")) {
            keys.add(new ProfileKey(processor + ".clock-hz", Unit.HERTZ, 1, MAX_RATE));
            for (Op op : Op.values()) {
                if (has(processor, op)) {
                    keys.add(of(processor, op));
                }
            }
            keys.add(new ProfileKey(processor + ".memory.references-per-cycle", Unit.REFERENCES, 0, MAX_REFERENCES));
            keys.add(new ProfileKey(processor + ".memory.instruction-miss-percent", Unit.PERCENT, 0, PERCENT));
            keys.add(new ProfileKey(processor + ".memory.data-miss-percent", Unit.PERCENT, 0, PERCENT));
            keys.add(new ProfileKey(processor + ".memory.miss-ns", Unit.NANOSECONDS, 0, MAX_NS));
        }
        keys.add(new ProfileKey("host.interrupts", Unit.INTERRUPTS, 0, HostInterrupts.When.values().length - 1));
        keys.add(new ProfileKey("host.interrupt-interval-ns", Unit.NANOSECONDS, 0, MAX_NS));
        keys.add(new ProfileKey("code.bookkeeping", Unit.BOOKKEEPING, 0, 1));
        keys.add(new ProfileKey("bus.clock-hz", Unit.HERTZ, 1, MAX_RATE));
        keys.add(new ProfileKey("bus.width-bytes", Unit.BYTES, 1, MAX_BYTES));
        keys.add(new ProfileKey("bus.overhead-cycles", Unit.BUS_CYCLES, 0, MAX_BYTES));
        keys.add(new ProfileKey("bus.burst-bytes", Unit.BYTES, 1, MAX_BYTES));
        keys.add(new ProfileKey("bus.programmed-cycles", Unit.BUS_CYCLES, 1, MAX_BYTES));
        keys.add(new ProfileKey("bus.read-cycles", Unit.BUS_CYCLES, 0, MAX_BYTES));
        keys.add(new ProfileKey("bus.topology", Unit.TOPOLOGY, 0, 1));
        keys.add(new ProfileKey("bus.turn-bytes", Unit.BYTES, 1, DmaEngine.CHUNK_BYTES));
        keys.add(new ProfileKey("bus.switch-ns", Unit.NANOSECONDS, 0, MAX_NS));
        keys.add(new ProfileKey("bus.bridge-ns", Unit.NANOSECONDS, 0, MAX_NS));
        keys.add(new ProfileKey("bus.dma-read-ns", Unit.NANOSECONDS, 0, MAX_NS));
        keys.add(new ProfileKey("dma.setup-ns", Unit.NANOSECONDS, 0, MAX_NS));
        keys.add(new ProfileKey("dma.local-bytes-per-second", Unit.BYTES_PER_SECOND, 1, MAX_RATE));
        keys.add(new ProfileKey("dma.channels", Unit.COUNT, 1, DmaTiming.MAX_CHANNELS));
        keys.add(new ProfileKey("dma.alignment-bytes", Unit.BYTES, 1, DmaTiming.MAX_ALIGNMENT));
        keys.add(new ProfileKey("dma.read-window-bytes", Unit.BYTES, 1, MAX_BYTES));
        keys.add(new ProfileKey("memory.card-bytes-per-second", Unit.BYTES_PER_SECOND, 1, MAX_RATE));
        keys.add(new ProfileKey("memory.host-bytes-per-second", Unit.BYTES_PER_SECOND, 1, MAX_RATE));
        keys.add(new ProfileKey("memory.stolen-percent", Unit.PERCENT, 0, PERCENT));
        keys.add(new ProfileKey("placement.frames", Unit.PLACEMENT, 0, 1));
        keys.add(new ProfileKey("placement.packets", Unit.PLACEMENT, 0, 1));
        keys.add(new ProfileKey("wire.bits-per-second", Unit.BITS_PER_SECOND, 1, MAX_RATE));
        keys.add(new ProfileKey("wire.latency-ns", Unit.NANOSECONDS, 0, MAX_NS));
        keys.add(new ProfileKey("wire.overhead-bytes", Unit.BYTES, 0, MAX_BYTES));
        keys.add(new ProfileKey("card.memory-bytes", Unit.BYTES, 1, MAX_MEMORY));
        return List.copyOf(keys);
    }

    /** {@return whether a processor does an operation: a card has no operating system but the one that is counted} */
    static boolean has(String processor, Op op) {
        return op.isCounted() || op == Op.UNIT || processor.equals("host");
    }

    private static ProfileKey of(String processor, Op op) {
        return op.isCounted() ? new ProfileKey(processor + ".units." + leafOf(op), Unit.UNITS, 0, MAX_CYCLES)
            : new ProfileKey(processor + ".cycles." + leafOf(op), Unit.CYCLES, 0, MAX_CYCLES);
    }

    /**
     * {@return the key of what an operation costs: units of counted code, or cycles}
     *
     * @param processor {@code host} or {@code iop}
     * @param op the operation
     */
    static ProfileKey ofOperation(String processor, Op op) {
        return named(of(processor, op).path()).orElseThrow();
    }

    /** {@return all keys, in the order in which profiles are shown} */
    public static List<ProfileKey> values() {
        return ALL;
    }

    /** {@return all that a person may write, with the unit at the end and without it} */
    static List<String> names() {
        return ALL.stream().flatMap(key -> Stream.of(key.path, SUFFIXES.stream().filter(key.path::endsWith).findFirst()
            .map(suffix -> key.path.substring(0, key.path.length() - suffix.length())).orElse(key.path))).distinct().toList();
    }

    static String leafOf(Op op) {
        return op.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * {@return the key that a person means; empty when there is none}
     *
     * @param written its path; the unit at the end may be left out, and the card's processor may be called {@code nic}
     */
    public static Optional<ProfileKey> named(String written) {
        String path = written.startsWith("nic.") ? "iop." + written.substring("nic.".length()) : written;
        return ALL.stream().filter(key -> key.path.equals(path)).findFirst()
            .or(() -> ALL.stream().filter(key -> SUFFIXES.stream().anyMatch(suffix -> key.path.equals(path + suffix))).findFirst());
    }

    /**
     * {@return the number of a machine without what the key is of, which a profile may leave out: no switch, no latency but the bus's, one
     * channel, memory that nobody waits for, an interrupt for a burst; of an operation the units that were counted; empty where every
     * profile has to say}
     */
    OptionalDouble fallback() {
        if (unit == Unit.UNITS) {
            return OptionalDouble.of(OperationUnits.COUNTED.of(path.substring(0, path.indexOf('.')), leaf()).units());
        }
        if (section().endsWith(".memory")) {
            return OptionalDouble.of(ofMemory(MemoryTiming.AS_FAST_AS_THE_PROCESSOR));
        }
        return switch (path) {
            case "code.bookkeeping" -> OptionalDouble.of(0);
            case "bus.topology", "bus.switch-ns", "bus.bridge-ns", "bus.dma-read-ns", "memory.stolen-percent", "placement.frames",
                "placement.packets", "host.interrupts", "host.interrupt-interval-ns" -> OptionalDouble.of(0);
            case "dma.channels", "dma.alignment-bytes" -> OptionalDouble.of(1);
            case "bus.turn-bytes", "dma.read-window-bytes" -> OptionalDouble.of(DmaEngine.CHUNK_BYTES);
            case "memory.card-bytes-per-second", "memory.host-bytes-per-second" -> OptionalDouble.of(MAX_RATE);
            default -> OptionalDouble.empty();
        };
    }

    private double ofMemory(MemoryTiming memory) {
        return switch (leaf()) {
            case "references-per-cycle" -> memory.referencesPerCycle();
            case "instruction-miss-percent" -> memory.instructionMissPercent();
            case "data-miss-percent" -> memory.dataMissPercent();
            default -> memory.missNs();
        };
    }

    /** {@return the part of the file it stands in: {@code host.cycles}, {@code bus}} */
    public String section() {
        return path.substring(0, path.lastIndexOf('.'));
    }

    /** {@return its name there} */
    public String leaf() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** {@return the words that people write for its values, the one for 0 first; none where they write numbers} */
    public List<String> words() {
        return unit.words();
    }

    /** {@return whether the number must be a whole one: all but cycles of a processor, units of code and what are averages} */
    public boolean isWhole() {
        return unit != Unit.CYCLES && unit != Unit.UNITS && unit != Unit.REFERENCES && unit != Unit.PERCENT;
    }

    /** {@return what is wrong with a number, completing "must be"; null when nothing is} */
    @Nullable String problem(double number) {
        boolean right = number >= least && number <= most && (!isWhole() || number == Math.rint(number));
        return right ? null : String.format(Locale.ROOT, "must be a %snumber from %.0f to %.0f (%s)", isWhole() ? "whole " : "", least,
            most, unit.title());
    }
}

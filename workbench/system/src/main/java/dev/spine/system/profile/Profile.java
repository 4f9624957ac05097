package dev.spine.system.profile;

import dev.spine.iop.engine.BusFabric;
import dev.spine.iop.engine.BusFabric.Topology;
import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DataPlacement;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.HostInterrupts;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.MemoryBandwidth;
import dev.spine.iop.engine.MemoryTiming;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.Placement;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import dev.spine.system.file.FilePosition;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A machine profile as its file has it: every number with its source. {@link #machine} is what the modelled engine calculates with.
 * Immutable.
 */
public final class Profile {
    /** What stands between the name of a profile and each change of it. */
    static final String WITH = " with ";

    private static final double PICOSECONDS_PER_SECOND = 1e12;

    private final String name;
    private final String about;
    private final String host;
    private final String iop;
    private final Map<ProfileKey, ProfileValue> values;

    Profile(String name, String about, String host, String iop, Map<ProfileKey, ProfileValue> values) {
        this.name = name;
        this.about = about;
        this.host = host;
        this.iop = iop;
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** {@return its name, with the changes that were made} */
    public String name() {
        return name;
    }

    /** {@return what it is of, in a line; may be empty} */
    public String about() {
        return about;
    }

    /** {@return what the host's processor is} */
    public String host() {
        return host;
    }

    /** {@return what the cards' processor is} */
    public String iop() {
        return iop;
    }

    /** {@return all numbers, in the order of {@link ProfileKey#values}} */
    public Map<ProfileKey, ProfileValue> values() {
        return values;
    }

    /**
     * {@return one of its numbers}
     *
     * @param key which
     */
    public double number(ProfileKey key) {
        return Objects.requireNonNull(values.get(key)).number();
    }

    private double number(String path) {
        return number(ProfileKey.named(path).orElseThrow());
    }

    /** {@return how many of its numbers are of an origin} */
    public long count(Origin origin) {
        return values.values().stream().filter(value -> value.origin() == origin).count();
    }

    /**
     * {@return what a unit of code takes on the processors, in cycles, and by which published figure or measurement that was found: a
     * number that is of neither, or was set, is not calibrated, nor is one whose code has other units than it was found with}
     */
    public String calibration() {
        ProfileKey card = ProfileKey.named("iop.cycles.unit").orElseThrow();
        ProfileKey host = ProfileKey.named("host.cycles.unit").orElseThrow();
        ProfileValue value = Objects.requireNonNull(values.get(card));
        return "cycles a unit of code: " + card.unit().write(value.number()) + " on a card, " + host.unit().write(number(host.path()))
            + " on the host; " + switch (isOfOtherCode() ? Origin.SET : value.origin()) {
                case FITTED -> "calibrated to " + value.cited();
                case MEASURED -> "measured: " + value.cited();
                default -> "not calibrated";
            };
    }

    private boolean isOfOtherCode() {
        return values.entrySet().stream().anyMatch(each -> each.getValue().origin() == Origin.SET
            && List.of("iop.units", "code").contains(each.getKey().section()));
    }

    /**
     * {@return the same with one value replaced; its name says so}
     *
     * @param change which value, and what it is to be
     * @throws dev.spine.system.file.SystemFileException when the machine cannot be with it
     */
    public Profile with(ProfileChange change) {
        Map<ProfileKey, ProfileValue> changed = new LinkedHashMap<>(values);
        changed.put(change.key(), new ProfileValue(change.number(), Origin.SET.word() + ": " + change.written()));
        Profile profile = new Profile(name + WITH + change.canonical(), about, host, iop, changed);
        try {
            profile.machine();
        } catch (IllegalArgumentException e) {
            throw FilePosition.of(change.written()).wrong(String.valueOf(e.getMessage()));
        }
        return profile;
    }

    /**
     * {@return the least clock in hertz, at most its own, at which no operation of a processor takes longer than a profile may say}
     *
     * @param processor {@code host} or {@code iop}
     */
    public long slowestClock(String processor) {
        return new LongestTimes(this).slowestClock(processor);
    }

    /** {@return the machine} */
    public MachineProfile machine() {
        MachineProfile.Builder machine = MachineProfile.named(name);
        machine.host(processor("host", host)).iop(processor("iop", iop));
        machine.bus(new BusTiming((long) number("bus.clock-hz"), (int) number("bus.width-bytes"), (int) number("bus.overhead-cycles"),
            (int) number("bus.burst-bytes"), (int) number("bus.programmed-cycles")));
        machine.fabric(new BusFabric(Topology.values()[(int) number("bus.topology")], (int) number("bus.turn-bytes"),
            (long) number("bus.switch-ns"), (long) number("bus.bridge-ns"), (long) number("bus.dma-read-ns")));
        machine.dma(new DmaTiming((long) number("dma.setup-ns"), (long) number("dma.local-bytes-per-second"), (int) number("dma.channels"),
            (int) number("dma.alignment-bytes"), (int) number("dma.read-window-bytes")));
        machine.memory(new MemoryBandwidth((long) number("memory.card-bytes-per-second"), (long) number("memory.host-bytes-per-second"),
            number("memory.stolen-percent")));
        machine.wire(new WireTiming((long) number("wire.bits-per-second"), (long) number("wire.latency-ns"),
            (int) number("wire.overhead-bytes")));
        machine.placement(new DataPlacement(placement("placement.frames"), placement("placement.packets")));
        machine.hostInterrupts(new HostInterrupts(HostInterrupts.When.values()[(int) number("host.interrupts")],
            (long) number("host.interrupt-interval-ns")));
        machine.cardMemoryBytes((long) number("card.memory-bytes"));
        values.forEach((key, value) -> machine.source(key.path(), value.source()));
        return machine.build();
    }

    /** {@return the memory behind a processor, {@code host} or {@code iop}} */
    MemoryTiming memory(String processor) {
        String section = processor + ".memory.";
        return new MemoryTiming(number(section + "references-per-cycle"), number(section + "instruction-miss-percent"),
            number(section + "data-miss-percent"), (long) number(section + "miss-ns"));
    }

    /** {@return what an operation takes on a processor: code takes its units} */
    double cycles(String processor, Op op) {
        if (!ProfileKey.has(processor, op)) {
            return 0;
        }
        double number = number(ProfileKey.ofOperation(processor, op));
        if (!op.isCounted()) {
            return number;
        }
        double apart = number("code.bookkeeping") == 0 ? 0 : OperationUnits.COUNTED.of(processor, ProfileKey.leafOf(op)).bookkeeping();
        return (number + apart) * number(processor + ".cycles.unit");
    }

    private Placement placement(String path) {
        return Placement.values()[(int) number(path)];
    }

    private ProcessorSpec processor(String section, String title) {
        Map<Op, Double> cycles = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            cycles.put(op, cycles(section, op));
        }
        long stallPs = Math.round(number("bus.read-cycles") * PICOSECONDS_PER_SECOND / number("bus.clock-hz"));
        CostTable costs = CostTable.ofCycles((long) number(section + ".clock-hz"), cycles, memory(section))
            .stalledBy(Op.REGISTER_READ, stallPs);
        return new ProcessorSpec(title, costs);
    }
}
